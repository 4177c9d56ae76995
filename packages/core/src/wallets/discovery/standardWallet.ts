/** A wallet of the Wallet Standard that signs for accounts of Solana. It may answer or throw anything, or never answer. */
export type StandardWallet = {
  /** `standard:events`. */
  readonly emitter: unknown
  readonly accounts: () => unknown
  /** `standard:connect` (wallet-standard/wallet-standard, packages/core/features). */
  readonly connect: () => unknown
  /** `solana:signIn`. Undefined where it does not have it. */
  readonly signIn: ((input: object) => unknown) | undefined
  /** `solana:signMessage`. */
  readonly signMessage: (input: { readonly account: unknown; readonly message: Uint8Array }) => unknown
}

/**
 * What such wallets are known by beside the extensions of EIP-6963, none of which can have it: their names have a dot. A wallet of
 * the standard has no rdns; its name is what tells it from others.
 */
export const standardPrefix = 'standard-'
