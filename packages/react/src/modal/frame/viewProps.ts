import type { FailureCode, LinkerMethods, LinkerState, Listing } from '@hawser/core'
import type { ComponentType } from 'react'
import type { FirstMessages, Messages } from '../../messages/modal/en.ts'

/** The props of every view: the state to render, the linker to call, the texts that are there from the beginning. */
export type FirstViewProps = {
  readonly state: LinkerState
  readonly linker: LinkerMethods
  readonly messages: FirstMessages
}

/** What the later views get: all texts, as the rest of English comes with them. */
export type ViewProps = FirstViewProps & { readonly messages: Messages }

/** What the wallets of the first view get. */
export type WalletOfferProps = FirstViewProps & { readonly label: string }

/** The views behind the first two and the wallets in the first, as far as their code is there. */
export type LaterViews = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** Why it is `failed`: the code of the error. */
  readonly errorCode?: FailureCode | undefined
  readonly LaterView?: ComponentType<FirstViewProps>
  /** What is said of them. */
  readonly laterAnnouncement?: (state: LinkerState, messages: FirstMessages) => string
  readonly WalletOffer?: ComponentType<WalletOfferProps>
  /** The extensions of a computer's browser, above the code. */
  readonly ExtensionOffer?: ComponentType<FirstViewProps>
  /** That the list of wallets cannot be had. */
  readonly ListProblem?: ComponentType<FirstViewProps>
  /** What stands in the place of a code that the wallets of the stores cannot answer. */
  readonly OwnCode?: ComponentType<FirstViewProps>
  /** Which wallets a code is for. */
  readonly CodeNote?: ComponentType<FirstViewProps>
  readonly load: () => void
}

/** What the current view gets: the code of the others as well. */
export type CurrentViewProps = FirstViewProps & { readonly later: LaterViews }

/** What a view about one wallet gets. */
export type WalletViewProps = ViewProps & {
  readonly listing: Listing
  readonly imageUrl: string | undefined
  /** The name an unlisted wallet gives itself (T-23). */
  readonly rdns: string | undefined
}
