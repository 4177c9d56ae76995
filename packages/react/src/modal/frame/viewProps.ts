import type { LinkerEvent, LinkerState } from '@hawser/core'
import type { ComponentType } from 'react'
import type { Messages } from '../../messages/modal/en.ts'

/** What every view gets: the state to render, the way to send events, the texts. */
export type ViewProps = {
  readonly state: LinkerState
  readonly send: (event: LinkerEvent) => void
  readonly messages: Messages
}

/** What the wallets of the first view get. */
export type WalletOfferProps = ViewProps & { readonly label: string }

/** The views behind the first two and the wallets in the first, as far as their code is there. */
export type LaterViews = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** Why it is `failed`: the code of the error. */
  readonly errorCode?: string | undefined
  readonly LaterView?: ComponentType<ViewProps>
  readonly WalletOffer?: ComponentType<WalletOfferProps>
  /** The extensions of a computer's browser, above the code. */
  readonly ExtensionOffer?: ComponentType<ViewProps>
  readonly load: () => void
}

/** What the current view gets: the code of the others as well. */
export type CurrentViewProps = ViewProps & { readonly later: LaterViews }
