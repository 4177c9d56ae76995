import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/styles.css'
import { createRoot } from 'react-dom/client'

const linker = createLinker({
  relay: { url: 'ws://localhost:4402' },
  registry: { url: 'http://localhost:4403' },
  link: { url: '/link', handoff: true },
  chains: ['eip155:1'],
  metadata: { name: 'My app', description: '', url: location.origin, icons: [] },
})

createRoot(document.body).render(
  <LinkerProvider linker={linker}>
    <LinkButton />
  </LinkerProvider>,
)
