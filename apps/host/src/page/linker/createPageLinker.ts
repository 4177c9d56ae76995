import { createLinker, type Linker } from '@hawser/core'
import type { PageData } from '../client/pageData.ts'

/** Creates this page's linker, on the host app's relay. With `keepSession`, wallets stay connected after linking. */
export function createPageLinker(
  pageData: PageData,
  { keepSession, onSignedIn }: { readonly keepSession: boolean; readonly onSignedIn: () => void },
): Linker {
  return createLinker({
    relay: { url: pageData.relayUrl, ...(pageData.relayReach && { reach: pageData.relayReach }) },
    registry: { url: pageData.registryUrl },
    link: {
      url: pageData.linkUrl,
      onSignedIn,
      handoff: true,
      oneTap: asksInOneTap(),
      originStatement: pageData.statesOrigin,
    },
    session: { keep: keepSession },
    chains: pageData.chains,
    metadata: {
      name: 'Demo host app',
      description: 'Shows how a wallet is linked to an account',
      url: location.origin,
      icons: [`${location.origin}/favicon.svg`],
    },
    modal: { allowFraming: pageData.framedBy },
  })
}

/**
 * Whether the demo wallet can be listed with a link: links must be https or on this machine. A stack on a local network
 * without a certificate has neither.
 */
export function canOpenDemoWallet({ walletUrl }: Pick<PageData, 'walletUrl'>): boolean {
  const { protocol, hostname } = new URL(walletUrl)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** Whether the address of the page asks for approval and proof in one step: `?oneTap`. */
export function asksInOneTap({ search }: Pick<Location, 'search'> = location): boolean {
  return new URLSearchParams(search).has('oneTap')
}

/** Whether the address of the page asks for wallets to stay connected: `?keep`. */
export function keepsSessions({ search }: Pick<Location, 'search'> = location): boolean {
  return new URLSearchParams(search).has('keep')
}
