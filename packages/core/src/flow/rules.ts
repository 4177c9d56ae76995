import type { Platform } from '../platform/platform.ts'

/** What decides transitions besides the state. */
export type FlowRules = {
  readonly platform: Platform
  /** A link endpoint is configured: a connection is only the way to a proof. */
  readonly linksWallets: boolean
  /** The session outlives the link. */
  readonly keepsSession: boolean
  /** Extensions announced in this browser, by rdns: their wallets are asked directly. */
  readonly installed: readonly string[]
  /** By rdns: the networks of an extension that has several of the page's, as namespaces. The visitor chooses one. */
  readonly networks?: Readonly<Record<string, readonly string[]>> | undefined
  /** A code that was declined or is over is replaced by a new one. Otherwise that is the end of it. */
  readonly renewsCode: boolean
  /** Universal links have opened wallets on this device where their own schemes had not. */
  readonly prefersUniversal: boolean
}
