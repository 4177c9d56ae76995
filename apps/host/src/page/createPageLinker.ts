import { createLinker, type Linker } from '@hawser/core'
import type { PageData } from './pageData.ts'

/** The linker of this page: it links to the visitor's account, and offers the demo wallet to who has no wallet. */
export function createPageLinker(pageData: PageData): Linker {
  const demoWallet = { id: 'hawser-demo-wallet', name: 'Hawser Demo Wallet', links: { universal: pageData.walletUrl } }
  return createLinker({
    relayUrl: pageData.relayUrl,
    registryUrl: pageData.registryUrl,
    linkUrl: pageData.linkUrl,
    chains: pageData.chains,
    metadata: {
      name: 'Demo host app',
      description: 'Shows how a wallet is linked to an account',
      url: location.origin,
      icons: [`${location.origin}/favicon.svg`],
    },
    modal: { desktopWallets: [demoWallet], mobileWallets: [demoWallet] },
  })
}
