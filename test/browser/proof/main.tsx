import '@hawser/react/styles.css'
import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import { createRoot } from 'react-dom/client'
import { loadPageData } from '../../../apps/host/src/page/pageData.ts'

// The smallest page with the modal. `?modal={…}` gives the linker's modal options.
const { relayUrl, registryUrl, walletUrl, linkUrl, chains } = await loadPageData()
const demoWallets = [{ id: 'hawser-demo-wallet', name: 'Hawser Demo Wallet', links: { universal: walletUrl } }]
const linker = createLinker({
  relayUrl,
  registryUrl,
  linkUrl,
  chains,
  metadata: { name: 'Proof page', description: '', url: location.origin, icons: [] },
  modal: {
    desktopWallets: demoWallets,
    mobileWallets: demoWallets,
    ...JSON.parse(new URLSearchParams(location.search).get('modal') ?? '{}'),
  },
})
Reflect.set(window, 'linker', linker)

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <LinkerProvider linker={linker}>
      <LinkButton />
    </LinkerProvider>,
  )
}
