import type { VisitorEvent } from '../flow/event.ts'
import type { View, WalletViewName } from '../flow/views.ts'
import type { HandoffScreenEvent } from '../handoff/handoffScreenState.ts'
import type { LinkedWalletsEvent } from '../proof/linkedWalletChanges.ts'
import type { SessionsEvent } from '../sessions/keptSessions.ts'
import type { CatalogEvent } from '../wallets/catalog.ts'

/** What the methods of a linker send to its parts: what the visitor does, and what the host page wants. */
export type LinkerEvent =
  | VisitorEvent
  /** A view that is about no wallet; those about one follow from the choice of a wallet. */
  | { readonly type: 'viewShown'; readonly view: Exclude<View, { readonly name: WalletViewName }> }
  /** Copies the link of the code, or `link`. */
  | { readonly type: 'linkCopied'; readonly link?: string }
  /** Opens the page where the shown wallet can be had. */
  | { readonly type: 'installWanted' }
  | CatalogEvent
  | HandoffScreenEvent
  | LinkedWalletsEvent
  | SessionsEvent
