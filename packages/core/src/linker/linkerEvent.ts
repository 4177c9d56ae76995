import type { VisitorEvent } from '../flow/event.ts'
import type { View, WalletViewName } from '../flow/views.ts'
import type { HandoffScreenEvent } from '../handoff/handoffScreenState.ts'
import type { LinkedWalletsEvent } from '../proof/linkedWalletChanges.ts'
import type { SessionsEvent } from '../sessions/keptSessions.ts'
import type { CatalogEvent } from '../wallets/catalog.ts'

/** The events that a linker's methods send to its parts: the visitor's actions, and the host page's. */
export type LinkerEvent =
  | VisitorEvent
  /** A view without a wallet; those of a wallet follow from the choice of a wallet. */
  | { readonly type: 'viewShown'; readonly view: Exclude<View, { readonly name: WalletViewName }> }
  /** Copies the link of the code, or `link`. `copied`: that has begun at the press, before the flow was there. */
  | { readonly type: 'linkCopied'; readonly link?: string; readonly copied?: Promise<void> }
  /** Opens the page where the shown wallet can be had. */
  | { readonly type: 'installWanted' }
  | CatalogEvent
  | HandoffScreenEvent
  | LinkedWalletsEvent
  | SessionsEvent
