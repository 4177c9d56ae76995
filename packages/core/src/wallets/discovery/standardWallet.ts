/** A wallet of the Wallet Standard that signs for accounts of Solana. It can answer or throw anything, or never answer. */
export type StandardWallet = {
  /** `standard:events`. */
  readonly emitter: unknown
  readonly accounts: () => unknown
  /** `standard:connect` (wallet-standard/wallet-standard, packages/core/features). */
  readonly connect: () => unknown
  /** `solana:signIn`. Undefined if the wallet lacks it. */
  readonly signIn: ((input: object) => unknown) | undefined
  /** `solana:signMessage`. */
  readonly signMessage: (input: { readonly account: unknown; readonly message: Uint8Array }) => unknown
}

/**
 * The prefix of these wallets' rdns. The rdns of EIP-6963 extensions have a dot, so the two never collide. A wallet of
 * the standard has no rdns of its own; its name identifies it.
 */
export const standardPrefix = 'standard-'

/** The prefix of wallets of Solana that are only in the window. A wallet that registers cannot take their rdns. */
export const windowPrefix = 'window-'

/** The rdns of a wallet that only exists as `window.solana`, without a name of its own. */
export const injectedSolanaRdns = 'window-browser-wallet'
