/** A wallet of this page that signs for accounts of Bitcoin. Whatever it answers, throws or never says is possible. */
export type BitcoinWallet = RequestWallet | UnisatWallet

/** One method for all (WBIP-004): Xverse, Leather and others. */
type RequestWallet = {
  readonly kind: 'request'
  /** It says on this what it says on its own account. */
  readonly emitter: unknown
  /** The methods it says it has, if it says so. */
  readonly methods: readonly string[]
  readonly request: (method: string, params?: object) => unknown
}

/** A method for each thing, as UniSat has it; OKX, Keplr, Binance and Bitget have the same. */
type UnisatWallet = {
  readonly kind: 'unisat'
  readonly emitter: unknown
  readonly requestAccounts: () => unknown
  /** What it is on. Nobody is bothered. Undefined where it does not say. */
  readonly getAccounts: (() => unknown) | undefined
  readonly signMessage: (message: string, type: string) => unknown
}

/** What such wallets are known by beside the extensions of EIP-6963, none of which can have it: their names have a dot. */
export const bitcoinPrefix = 'bitcoin-'
