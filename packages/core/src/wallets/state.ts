import type { Listing } from '@hawser/wire'
import type { FailureCode } from '../failureCode.ts'

/** A wallet as it is shown. Without an image, or until it is there, show the name's first letters. */
export type WalletEntry = {
  readonly listing: Listing
  readonly imageUrl: string | undefined
  readonly isRecent: boolean
  /** Announced in this browser (EIP-6963): it is asked directly. */
  readonly isInstalled: boolean
  /** The host app has brought it: it is asked directly, and is nothing the visitor has installed. */
  readonly isGiven?: boolean
  /** The name an extension gives itself that no listing vouches for, to be shown with it (T-23). Undefined for a listed wallet. */
  readonly rdns: string | undefined
  /** Where the classic variant's list gives one. */
  readonly shortName?: string
}

/** What ConnectWallet offers; `hasMore` adds "View All" (C3, C4). */
export type WalletLists = {
  readonly shown: readonly WalletEntry[]
  readonly hasMore: boolean
  /** False until the lists' code is there: the code to scan is drawn without it. */
  readonly isReady: boolean
  /** Why there are none: the code of the error that kept the lists away. `moreWanted` fetches them again. */
  readonly errorCode?: FailureCode
}

/** The explorer. `entries` holds what is loaded so far, the host's and recommended wallets first. */
export type ExplorerState = {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly search: string
  readonly entries: readonly WalletEntry[]
  readonly total: number
  readonly isLastPage: boolean
  /** The registry cannot be had, or has not answered in time: the built-in wallets stand in, and cannot be searched (F-L3). */
  readonly isUnavailable: boolean
  /** Why it could not be opened: the code of the error. */
  readonly errorCode?: FailureCode
}
