import type { LinkedWallet, WalletHistory } from '@hawser/wire'
import type { FlowFailure } from '../flow/state.ts'

/** The host user's linked wallets. No request is sent before `loadLinkedWallets`. */
export type LinkedWalletsState = {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly wallets: readonly LinkedWallet[]
  /** The reason why the list could not be read, or its code could not be loaded. */
  readonly error: FlowFailure | undefined
  /** Pictures of the wallets, by `walletName`. Absent until the registry has sent a picture. A wallet can lack one. */
  readonly images?: Readonly<Record<string, string>>
  /** The actions in progress or failed, by the wallet's id. */
  readonly actions?: Readonly<Record<string, WalletAction>>
  /** Absent until `loadHistory`. */
  readonly history?: LinkHistoryState
}

/**
 * An action on a linked wallet, in progress or failed. The server's answer ends the action: no result is shown ahead of the
 * answer.
 */
export type WalletAction = { readonly kind: 'rename' | 'setPrimary' | 'unlink' } & (
  | { readonly status: 'running' }
  | { readonly status: 'failed'; readonly error: FlowFailure }
)

/** The events of the host user's wallets that were read so far. `before` is set if there are more. */
export type LinkHistoryState = WalletHistory & {
  readonly status: 'loading' | 'ready' | 'failed'
  /** The reason why the history could not be read. */
  readonly error: FlowFailure | undefined
}
