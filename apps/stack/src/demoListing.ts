import type { createUnsignedBundle } from '@hawser/registry'
import type { StackAddresses } from './addresses.ts'

/** The demo wallet's part of its listing that is the same at every address. */
export const demoWallet = {
  id: 'hawser-demo-wallet',
  name: 'Hawser Demo Wallet',
  chains: ['eip155', 'solana', 'bip122'],
}

/**
 * Lists the demo wallet as an operator lists a wallet of their own: by the relay the wallet listens on. Clients accept links
 * that are https or on this machine, so on a local network without a certificate the wallet has no link.
 */
export function demoListing({ wallet, relay }: StackAddresses): Parameters<typeof createUnsignedBundle>[0][number] {
  const links = { native: undefined, universal: `${wallet}/` }
  return {
    ...demoWallet,
    imageId: undefined,
    homepage: undefined,
    app: {},
    mobile: links,
    desktop: links,
    rdns: undefined,
    relays: [relay],
  }
}
