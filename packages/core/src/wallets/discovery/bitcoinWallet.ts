/** A wallet of this page that signs for accounts of Bitcoin. It may answer or throw anything, or never answer. */
export type BitcoinWallet = RequestWallet | UnisatWallet

/** One method for all (WBIP-004): Xverse, Leather and others. */
type RequestWallet = {
  readonly kind: 'request'
  /** The object that emits its events. */
  readonly emitter: unknown
  /** The methods it claims to have, if it lists them. */
  readonly methods: readonly string[]
  readonly request: (method: string, params?: object) => unknown
}

/** A method for each action, as in UniSat; OKX, Keplr, Binance and Bitget have the same. */
type UnisatWallet = {
  readonly kind: 'unisat'
  readonly emitter: unknown
  readonly requestAccounts: () => unknown
  /** Its current account, without a prompt. Undefined if it does not say. */
  readonly getAccounts: (() => unknown) | undefined
  readonly signMessage: (message: string, type: string) => unknown
}

/** The prefix of such wallets beside the extensions of EIP-6963, whose names have a dot. */
export const bitcoinPrefix = 'bitcoin-'
