import type { AccountId, AccountProof, AuthenticationChallenge, AuthenticationRequest, ChainId } from '@hawser/wire'

/**
 * Asks the wallets of this page for accounts and signatures: one connector for each make of wallet (EIP-1193, Wallet
 * Standard, Bitcoin). It asks a wallet only after the visitor has chosen it, and every promise settles, whatever the
 * wallet does.
 */
export interface PageConnector {
  /**
   * Asks for accounts: `accountId` is the one to prove, the first that it shares. With `requestApproval` a capable
   * wallet gives a proof in the same prompt; `proof` is then its proof for `accountId`.
   */
  connect(params: {
    readonly rdns: string
    readonly requestApproval?: RequestApproval | undefined
    readonly signal: AbortSignal
  }): Promise<{
    readonly walletName: string
    readonly accountId: AccountId
    readonly accounts: readonly AccountId[]
    readonly proof?: AccountProof
  }>
  /**
   * Asks the wallet to sign a text, unchanged. The answer has the form that the link API takes for the account's
   * namespace.
   */
  signMessage(params: {
    readonly rdns: string
    readonly accountId: AccountId
    readonly message: string
    /** Until when the signature counts, if known. Epoch milliseconds. */
    readonly expiresAt?: number | undefined
    readonly signal: AbortSignal
  }): Promise<string>
}

/**
 * Asks the link API for the text that a wallet signs with its approval, on any of these chains. Rejects if there is
 * nothing to sign. `parse` reads the request of their namespace; default: that of `eip155`.
 */
export type RequestApproval = (asked: {
  readonly chains: readonly ChainId[]
  readonly parse?: (value: unknown) => AuthenticationRequest
}) => Promise<AuthenticationChallenge>

/** A page connector to one wallet. */
export type OneWalletConnector = {
  connect(params: Omit<Parameters<PageConnector['connect']>[0], 'rdns'>): ReturnType<PageConnector['connect']>
  signMessage(params: Omit<Parameters<PageConnector['signMessage']>[0], 'rdns'>): Promise<string>
}
