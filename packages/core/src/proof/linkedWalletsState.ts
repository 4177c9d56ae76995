import type { LinkedWallet, WalletHistory } from '@hawser/wire'
import type { FlowFailure } from '../flow/state.ts'

/** The host user's linked wallets. Nothing is asked before `linkedWalletsWanted`. */
export type LinkedWalletsState = {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly wallets: readonly LinkedWallet[]
  /** Why the list could not be read, or the code for it not be had. */
  readonly error: FlowFailure | undefined
  /** What is being done to a wallet, or was not, by the wallet's id. */
  readonly actions?: Readonly<Record<string, WalletAction>>
  /** Absent until `historyWanted`. */
  readonly history?: LinkHistoryState
}

/** What is being done to a linked wallet, or was not. The server's answer ends it: nothing is shown ahead of that. */
export type WalletAction = { readonly kind: 'rename' | 'setPrimary' | 'unlink' } & (
  | { readonly status: 'running' }
  | { readonly status: 'failed'; readonly error: FlowFailure }
)

/** What happened to the host user's wallets, as far as it was read. With `before` there is more. */
export type LinkHistoryState = WalletHistory & {
  readonly status: 'loading' | 'ready' | 'failed'
  /** Why it could not be read. */
  readonly error: FlowFailure | undefined
}
