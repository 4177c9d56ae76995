import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/styles.css'
import { createRoot } from 'react-dom/client'

const linker = createLinker({
  relay: { url: 'ws://localhost:4402' },
  registry: { url: 'http://localhost:4403' },
  link: { url: '/link' },
  chains: ['eip155:1'],
  metadata: { name: 'My app', description: '', icons: [] },
})

createRoot(document.getElementById('root')!).render(
  <main>
    <h1>My app</h1>
    <LinkerProvider linker={linker}><LinkButton /></LinkerProvider>
  </main>,
)
