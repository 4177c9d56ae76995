import type { HandoffWallet } from '@hawser/wire'
import type { LinkContext } from '../http/linkContext.ts'
import type { HandoffOptions } from '../options/handoffOptions.ts'
import type { HandoffChanges } from './changes.ts'

/** The context of the handoff routes. */
export type HandoffContext = LinkContext & {
  readonly handoff: HandoffOptions
  /** The host app's own wallets, already read. */
  readonly wallets: readonly HandoffWallet[]
  readonly changes: HandoffChanges
}
