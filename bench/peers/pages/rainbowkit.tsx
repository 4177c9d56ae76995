import { connectorsForWallets, RainbowKitProvider, useConnectModal } from '@rainbow-me/rainbowkit'
import { coinbaseWallet, metaMaskWallet, rainbowWallet, walletConnectWallet } from '@rainbow-me/rainbowkit/wallets'
import '@rainbow-me/rainbowkit/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { readAddresses } from './readAddresses.ts'

/** RainbowKit with the wallets of its default list, and the bench's relay, which its default configuration cannot name. */
const connectors = connectorsForWallets(
  [{ groupName: 'Popular', wallets: [rainbowWallet, coinbaseWallet, metaMaskWallet, walletConnectWallet] }],
  {
    appName: 'Bench',
    projectId: '0'.repeat(32),
    walletConnectParameters: { relayUrl: readAddresses().relayUrl },
  },
)
const config = createConfig({ chains: [mainnet], connectors, transports: { [mainnet.id]: http() } })
const queryClient = new QueryClient()

/** Presses the wallet with a code for every wallet, as soon as the list is there. */
function chooseWalletConnect() {
  const observer = new MutationObserver(() => {
    const option = document.querySelector<HTMLElement>('[data-testid="rk-wallet-option-walletConnect"]')
    if (option === null) return
    observer.disconnect()
    option.click()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function LinkButton() {
  const { openConnectModal } = useConnectModal()
  const open = () => {
    chooseWalletConnect()
    openConnectModal?.()
  }
  return (
    <button type="button" onClick={open}>
      Link a wallet
    </button>
  )
}

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <RainbowKitProvider>
          <LinkButton />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>,
  )
}
