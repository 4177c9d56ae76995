import type { Platform } from '../platform/platform.ts'

/** Inputs of transitions besides the state. */
export type FlowRules = {
  readonly platform: Platform
  /** A link endpoint is configured: a connection is only a step towards a proof. */
  readonly linksWallets: boolean
  /** The session outlives the link. */
  readonly keepsSession: boolean
  /** Extensions announced in this browser, by rdns: their wallets are asked directly. */
  readonly installed: readonly string[]
  /** By rdns: the page's networks, as namespaces, of an extension with several. The visitor chooses one. */
  readonly networks?: Readonly<Record<string, readonly string[]>> | undefined
  /** A declined or expired code is replaced by a new one. Otherwise the flow ends. */
  readonly renewsCode: boolean
  /** Universal links have opened wallets on this device after their own schemes had failed. */
  readonly prefersUniversal: boolean
}
