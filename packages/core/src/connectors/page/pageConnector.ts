import type { AccountId } from '@hawser/wire'

/**
 * Asks the wallets of this page for accounts and signatures: one for each make of wallet (EIP-1193, Wallet Standard, Bitcoin). A
 * wallet is asked only once the visitor has chosen it, and every promise settles, whatever the wallet does.
 */
export interface PageConnector {
  /** Asks for accounts: `accountId` is the first of those it shares. */
  connect(params: { readonly rdns: string; readonly signal: AbortSignal }): Promise<{
    readonly walletName: string
    readonly accountId: AccountId
    readonly accounts: readonly AccountId[]
  }>
  /** Has the wallet sign a text as it stands. The answer is what the link API takes of the account's namespace. */
  signMessage(params: {
    readonly rdns: string
    readonly accountId: AccountId
    readonly message: string
    /** Until when the signature counts, where that is known. Epoch milliseconds. */
    readonly expiresAt?: number | undefined
    readonly signal: AbortSignal
  }): Promise<string>
}

/** A page connector to one wallet. */
export type OneWalletConnector = {
  connect(params: Omit<Parameters<PageConnector['connect']>[0], 'rdns'>): ReturnType<PageConnector['connect']>
  signMessage(params: Omit<Parameters<PageConnector['signMessage']>[0], 'rdns'>): Promise<string>
}
