import { mainnet } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import UniversalProvider from '@walletconnect/universal-provider'
import { createRoot } from 'react-dom/client'
import { readAddresses } from './readAddresses.ts'

/** AppKit with the adapter for wagmi, over the bench's relay, with fewer features than by default. The button opens its code. */
const projectId = '0'.repeat(32)
const metadata = { name: 'Bench', description: 'A page that links a wallet', url: location.origin, icons: [] }
const universalProvider = await UniversalProvider.init({ projectId, metadata, relayUrl: readAddresses().relayUrl })
const modal = createAppKit({
  adapters: [new WagmiAdapter({ networks: [mainnet], projectId })],
  networks: [mainnet],
  projectId,
  metadata,
  universalProvider,
  features: { analytics: false, email: false, socials: false },
})

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <button type="button" onClick={() => void modal.open({ view: 'ConnectingWalletConnectBasic' })}>
      Link a wallet
    </button>,
  )
}
