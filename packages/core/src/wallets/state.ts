import type { Listing } from '@hawser/wire'
import type { FailureCode } from '../failureCode.ts'

/** A wallet as it is shown. Without an image, or until the image is loaded, show the name's first letters. */
export type WalletEntry = {
  readonly listing: Listing
  readonly imageUrl: string | undefined
  readonly isRecent: boolean
  /** Whether the wallet is announced in this browser (EIP-6963), and so is asked directly. */
  readonly isInstalled: boolean
  /** Whether the host app provides the wallet: it is asked directly, and the visitor has not installed it. */
  readonly isGiven?: boolean
  /**
   * The rdns that an extension gives itself, if no listing vouches for it, to be shown with the wallet (T-23).
   * Undefined for a listed wallet, and for one that announces no rdns.
   */
  readonly rdns: string | undefined
  /** The short name in the classic variant's list, if there is one. */
  readonly shortName?: string
}

/** The contents of ConnectWallet; `hasMore` adds "View All" (C3, C4). */
export type WalletLists = {
  readonly shown: readonly WalletEntry[]
  readonly hasMore: boolean
  /** False until the lists' code is loaded and has looked for the wallets of this browser. `shown` is empty until then. */
  readonly isReady: boolean
  /** Why there are no lists: the code of the error. `loadMoreWallets` fetches the lists again. */
  readonly errorCode?: FailureCode
}

/** The explorer. `entries` has the loaded part, the host's and recommended wallets first. */
export type ExplorerState = {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly search: string
  readonly entries: readonly WalletEntry[]
  readonly total: number
  readonly isLastPage: boolean
  /**
   * The registry is unavailable, or has not answered in time: the built-in wallets replace it, and cannot be searched
   * (F-L3).
   */
  readonly isUnavailable: boolean
  /** Why the explorer could not be opened: the code of the error. */
  readonly errorCode?: FailureCode
}
