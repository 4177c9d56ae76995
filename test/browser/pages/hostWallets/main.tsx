import '@hawser/react/styles.css'
import { createLinker, type HostProvider } from '@hawser/core'
import { createProvider } from '@hawser/core/provider'
import { LinkButton, LinkerProvider } from '@hawser/react'
import { baseAccount, coinbaseWallet, safe } from '@wagmi/connectors'
import { createRoot } from 'react-dom/client'
import { loadPageData } from '../../../../apps/host/src/page/client/pageData.ts'

// A page whose host app brings wallets of its own: an embedded one, which loads on demand, and connectors of wagmi.
const { relayUrl, registryUrl, linkUrl, chains, framedBy } = await loadPageData()

const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='
const linker = createLinker({
  relay: {
    url: relayUrl,
    // Shows the views of the specification: every wallet of these tests uses this relay.
    reach: 'network',
  },
  registry: { url: registryUrl },
  link: { url: linkUrl },
  chains,
  metadata: { name: 'Host wallets page', description: '', icons: [] },
  modal: { allowFraming: framedBy },
  wallets: [
    {
      id: 'embedded',
      name: 'Embedded Wallet',
      icon,
      provider: async (): Promise<HostProvider | undefined> => Reflect.get(window, 'embedded'),
    },
    baseAccount({ appName: 'Host wallets page', preference: { telemetry: false } }),
    coinbaseWallet({ appName: 'Host wallets page', preference: { options: 'smartWalletOnly', telemetry: false } }),
    // By default, wagmi gives a Safe only 10 ms to answer.
    safe({ unstable_getInfoTimeout: 10_000 }),
  ],
})
// The provider through which the host app sends transactions.
if (window.parent !== window)
  Object.assign(window, { provider: createProvider({ linker, rpcUrls: { 'eip155:1': linkUrl } }) })

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <LinkerProvider linker={linker} locale="en">
      <LinkButton />
    </LinkerProvider>,
  )
}
