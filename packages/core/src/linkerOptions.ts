import type { Metadata } from '@hawser/sign'
import type { ChainId } from '@hawser/wire'
import type { PairingConnector } from './connectors/pairingConnector.ts'
import type { LinkToOpen } from './deepLink.ts'
import type { ModalOptions } from './modalOptions.ts'
import type { Platform } from './platform.ts'
import type { KeyValue } from './recentWallet.ts'

/** What a linker is made of. The first three are needed; the rest has defaults of the browser it runs in. */
export type LinkerOptions = {
  /** Several: addresses of the same mailboxes, tried in turn (see the README of @hawser/sign). */
  readonly relayUrl: string | readonly string[]
  /** Who asks, as wallets show it. */
  readonly metadata: Metadata
  /** Chains asked for, the one to prove an account on first, for example `['eip155:1']`. */
  readonly chains: readonly ChainId[]
  readonly projectId?: string
  /** Methods asked for. Default `personal_sign`, which linking needs. */
  readonly methods?: readonly string[]
  readonly events?: readonly string[]
  /** Where wallets are listed. Without it the built-in wallets are shown and nothing is asked. */
  readonly registryUrl?: string
  /**
   * The registry's ed25519 public key, 64 hex digits; several while one takes the place of another. Only wallets that were signed
   * with it are then taken from `registryUrl`; when anything is wrong the built-in ones stand in. Without it the registry is believed.
   */
  readonly registryKey?: string | readonly string[]
  /** Where the link API is mounted. Without it the flow ends at `connected`. */
  readonly linkUrl?: string
  /**
   * Asks wallets that can for the proof together with the approval: one question instead of two (wc_sessionAuthenticate, chains of
   * `eip155`). Others approve and sign as ever. Needs `linkUrl` and a visitor who is signed in. Default: false.
   */
  readonly oneTap?: boolean
  /**
   * Whether the session outlives the link. Default: only when there is no `linkUrl`. Without it no key is ever written to
   * the browser's storage.
   */
  readonly keepSession?: boolean
  /** Reaches wallets in place of our own client, which is then never fetched: no relay is asked, and sessions are its own matter. */
  readonly connector?: PairingConnector
  readonly modal?: ModalOptions
  readonly storage?: KeyValue
  readonly platform?: Platform
  readonly now?: () => number
  readonly randomBytes?: (length: number) => Uint8Array
  readonly fetch?: typeof fetch
  readonly createWebSocket?: (url: string) => WebSocket
  /** Opens a link within the visitor's tap. */
  readonly openLink?: (link: LinkToOpen) => void
  readonly copyText?: (text: string) => Promise<void>
  /** Tells when the page goes out of sight and comes back. Returns the undo. */
  readonly watchVisibility?: (listener: (isVisible: boolean) => void) => () => void
  /** Whether the page is inside a page of another origin. */
  readonly isFramed?: () => boolean
  /** Where extensions announce themselves. Default: the window. */
  readonly extensionScope?: EventTarget
  /** Calls back after `delayMs`. Returns the undo. */
  readonly setTimer?: (callback: () => void, delayMs: number) => () => void
}
