/** A wallet of this page that signs for accounts of Bitcoin. It can answer or throw anything, or never answer. */
export type BitcoinWallet = RequestWallet | UnisatWallet

/** A wallet with one method for every action (WBIP-004): Xverse, Leather and others. */
type RequestWallet = {
  readonly kind: 'request'
  /** The object that emits the wallet's events. */
  readonly emitter: unknown
  /** The methods that the wallet claims to have. Empty if it lists none. */
  readonly methods: readonly string[]
  readonly request: (method: string, params?: object) => unknown
}

/** A wallet with a method for each action: UniSat, OKX, Keplr, Binance and Bitget. */
type UnisatWallet = {
  readonly kind: 'unisat'
  readonly emitter: unknown
  readonly requestAccounts: () => unknown
  /** Returns the current account, without a prompt. Undefined if the wallet lacks this method. */
  readonly getAccounts: (() => unknown) | undefined
  readonly signMessage: (message: string, type: string) => unknown
}

/** The prefix of these wallets' rdns. The rdns of EIP-6963 extensions have a dot, so the two never collide. */
export const bitcoinPrefix = 'bitcoin-'
