import type { Platform } from '../platform/platform.ts'

/** Inputs of transitions besides the state. */
export type FlowRules = {
  readonly platform: Platform
  /** Whether a link endpoint is configured, so that a connection is only a step towards a proof. */
  readonly linksWallets: boolean
  /** Whether the session outlives the link. */
  readonly keepsSession: boolean
  /** The rdns of each extension announced in this browser. These wallets are asked directly. */
  readonly installed: readonly string[]
  /** The namespaces of each extension with several of the page's networks, by rdns. The visitor chooses a network. */
  readonly networks?: Readonly<Record<string, readonly string[]>> | undefined
  /** Whether a new code replaces a declined or expired one. Otherwise the flow ends. */
  readonly renewsCode: boolean
  /** Whether universal links have opened wallets on this device after their own schemes had failed. */
  readonly prefersUniversal: boolean
}
