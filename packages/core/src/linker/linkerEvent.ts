import type { VisitorEvent } from '../flow/event.ts'
import type { View, WalletViewName } from '../flow/views.ts'
import type { HandoffScreenEvent } from '../handoff/handoffScreenState.ts'
import type { LinkedWalletsEvent } from '../proof/linkedWalletChanges.ts'
import type { SessionsEvent } from '../sessions/keptSessions.ts'
import type { CatalogEvent } from '../wallets/catalog.ts'

/** The events that a linker's methods send to its parts: the actions of the visitor and of the host page. */
export type LinkerEvent =
  | VisitorEvent
  /** Shows a view without a wallet. The views of a wallet follow from the choice of a wallet. */
  | { readonly type: 'viewShown'; readonly view: Exclude<View, { readonly name: WalletViewName }> }
  /** Copies the link of the code, or `link`. `copied`: the copy that began at the press, before the flow was loaded. */
  | { readonly type: 'linkCopied'; readonly link?: string; readonly copied?: Promise<void> }
  /** Opens the page where the visitor can install the shown wallet. */
  | { readonly type: 'installWanted' }
  | CatalogEvent
  | HandoffScreenEvent
  | LinkedWalletsEvent
  | SessionsEvent
