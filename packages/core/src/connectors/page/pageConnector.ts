import type { AccountId, AccountProof, AuthenticationChallenge, AuthenticationRequest, ChainId } from '@hawser/wire'

/**
 * Asks the wallets of this page for accounts and signatures: one connector for each make of wallet (EIP-1193, Wallet
 * Standard, Bitcoin). Asks a wallet only after the visitor has chosen that wallet. Every promise settles, even if the
 * wallet never answers.
 */
export interface PageConnector {
  /**
   * Asks for accounts. `accountId` is the account to prove, the first that the wallet shares. With `requestApproval` a
   * capable wallet also gives a proof in the same prompt: `proof` proves `accountId`.
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
   * Asks the wallet to sign a text, unchanged. The answer has the form that the link API accepts for the account's
   * namespace.
   */
  signMessage(params: {
    readonly rdns: string
    readonly accountId: AccountId
    readonly message: string
    /** The time until which the signature counts, in epoch milliseconds, if known. */
    readonly expiresAt?: number | undefined
    readonly signal: AbortSignal
  }): Promise<string>
}

/**
 * Asks the link API for the text that a wallet signs with its approval, on any of these chains. Rejects if there is
 * nothing to sign. `parse` reads the request of the chains' namespace. Default: the parser of `eip155`.
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
