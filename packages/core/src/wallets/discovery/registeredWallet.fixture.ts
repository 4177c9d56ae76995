// Test support. The `.fixture.ts` ending keeps this file out of the build.

/** Creates a wallet of the Wallet Standard that signs for Solana, and shares no account. */
export function createRegisteredWallet(name: string) {
  return {
    version: '1.0.0',
    name,
    icon: 'data:image/png;base64,iVBORw0KGgo=',
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
      'solana:signMessage': { version: '1.0.0', signMessage: async () => [] },
    },
  } as const
}
