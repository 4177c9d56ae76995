import type { FailureCode, LinkerMethods, LinkerState, Listing } from '@hawser/core'
import type { ComponentType } from 'react'
import type { FirstMessages, Messages } from '../../messages/modal/en.ts'

/** The props of every view: the state to render, the linker to call, and the texts that load with the first views. */
export type FirstViewProps = {
  readonly state: LinkerState
  readonly linker: LinkerMethods
  readonly messages: FirstMessages
}

/** The props of the later views: all texts, because the rest of the English texts load with these views. */
export type ViewProps = FirstViewProps & { readonly messages: Messages }

/** The props of the wallets of the first view. */
export type WalletOfferProps = FirstViewProps & { readonly label: string }

/** The views behind the first two, and the wallets of the first view, as far as their code is loaded. */
export type LaterViews = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** The error code if `status` is `failed`. */
  readonly errorCode?: FailureCode | undefined
  readonly LaterView?: ComponentType<FirstViewProps>
  /** The screen reader's text about the later views. */
  readonly laterAnnouncement?: (state: LinkerState, messages: FirstMessages) => string
  readonly WalletOffer?: ComponentType<WalletOfferProps>
  /** The extensions of a computer's browser, above the code. */
  readonly ExtensionOffer?: ComponentType<FirstViewProps>
  /** The message that the list of wallets is unavailable. */
  readonly ListProblem?: ComponentType<FirstViewProps>
  /** Replaces a code that wallets from the stores cannot answer. */
  readonly OwnCode?: ComponentType<FirstViewProps>
  /** Says which wallets a code is for. */
  readonly CodeNote?: ComponentType<FirstViewProps>
  readonly load: () => void
}

/** The props of the current view, with the code of the later views. */
export type CurrentViewProps = FirstViewProps & { readonly later: LaterViews }

/** The props of a view about one wallet. */
export type WalletViewProps = ViewProps & {
  readonly listing: Listing
  readonly imageUrl: string | undefined
  /** The name an unlisted wallet gives itself (T-23). */
  readonly rdns: string | undefined
}
