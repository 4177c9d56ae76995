import type { createUnsignedBundle } from '@hawser/registry'
import type { StackAddresses } from './addresses.ts'

/**
 * Lists the demo wallet as an operator lists a wallet of their own: by the relay the wallet listens on. Clients accept links
 * that are https or on this machine, so on a local network without a certificate the wallet has no link.
 */
export function demoListing({ wallet, relay }: StackAddresses): Parameters<typeof createUnsignedBundle>[0][number] {
  const links = { native: undefined, universal: `${wallet}/` }
  return {
    id: 'hawser-demo-wallet',
    name: 'Hawser Demo Wallet',
    imageId: undefined,
    homepage: undefined,
    app: {},
    mobile: links,
    desktop: links,
    chains: ['eip155', 'solana', 'bip122'],
    rdns: undefined,
    relays: [relay],
  }
}
