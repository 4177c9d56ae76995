import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/styles.css'
import { createRoot } from 'react-dom/client'
import { readAddresses } from './readAddresses.ts'

/** Our modal as a host app mounts it: the README's example. */
const linker = createLinker({
  ...readAddresses(),
  linkUrl: '/link',
  chains: ['eip155:1'],
  metadata: { name: 'Bench', description: 'A page that links a wallet', url: location.origin, icons: [] },
})
// The explorer's run asks for pages ahead of its scrolling.
Reflect.set(window, 'linker', linker)

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <LinkerProvider linker={linker}>
      <LinkButton />
    </LinkerProvider>,
  )
}
