import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/button.css'
import { createRoot } from 'react-dom/client'
import { readAddresses } from './readAddresses.ts'

/** Our modal as a host app mounts it, with its stylesheet. The budget tests request the other variant and languages. */
const query = new URLSearchParams(location.search)
document.documentElement.lang = query.get('lang') ?? 'en'
const { relayUrl, registryUrl } = readAddresses()
const linker = createLinker({
  // As for the reference, every wallet listens on this relay.
  relay: { url: relayUrl, reach: 'network' },
  registry: { url: registryUrl },
  chains: ['eip155:1'],
  metadata: { name: 'Bench', description: 'A page that links a wallet', url: location.origin, icons: [] },
  modal: { variant: query.has('classic') ? 'classic' : 'standard' },
})
// The explorer run uses the linker to load pages before it scrolls.
Reflect.set(window, 'linker', linker)

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <LinkerProvider linker={linker} loadStyles={() => import('@hawser/react/modal.css')}>
      <LinkButton />
    </LinkerProvider>,
  )
}
