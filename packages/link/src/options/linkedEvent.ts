import type { LinkedWallet } from '@hawser/wire'

/** A wallet that a host user did not have before. */
export type NewLink = {
  readonly hostUserId: string
  readonly wallet: LinkedWallet
  /**
   * `session`: proven in the visitor's own session. `handoff`: proven on a phone, and confirmed by digits in the visitor's
   * session.
   */
  readonly by: 'session' | 'handoff'
}
