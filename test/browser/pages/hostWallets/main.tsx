import '@hawser/react/styles.css'
import { createLinker, type HostProvider } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import { baseAccount, coinbaseWallet } from '@wagmi/connectors'
import { createRoot } from 'react-dom/client'
import { loadPageData } from '../../../../apps/host/src/page/client/pageData.ts'

// A page whose host app brings wallets of its own: an embedded one, which is there once it is asked for, and two connectors of wagmi.
const { relayUrl, registryUrl, linkUrl, chains } = await loadPageData()

const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='
const linker = createLinker({
  relayUrl,
  // The views of the specification: every wallet listens on the relay of these tests.
  relayReach: 'network',
  registryUrl,
  linkUrl,
  chains,
  metadata: { name: 'Host wallets page', description: '', icons: [] },
  wallets: [
    {
      id: 'embedded',
      name: 'Embedded Wallet',
      icon,
      provider: async (): Promise<HostProvider | undefined> => Reflect.get(window, 'embedded'),
    },
    baseAccount({ appName: 'Host wallets page', preference: { telemetry: false } }),
    coinbaseWallet({ appName: 'Host wallets page', preference: { options: 'smartWalletOnly', telemetry: false } }),
  ],
})

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <LinkerProvider linker={linker} locale="en">
      <LinkButton />
    </LinkerProvider>,
  )
}
