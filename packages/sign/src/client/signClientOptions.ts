import type { RandomBytes } from '../envelope/keys.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import type { Metadata } from '../message/metadata.ts'
import type { Storage } from '../records/storage.ts'

export type SignClientOptions = {
  /** Several: addresses of the same mailboxes, tried in turn. Separate relays do not know each other's messages. */
  readonly relayUrl: string | readonly string[]
  readonly projectId?: string
  /** What peers are shown of this client. */
  readonly metadata: Metadata
  /** Default: none. All is forgotten with the client. */
  readonly storage?: Storage
  readonly now?: () => number
  readonly randomBytes?: RandomBytes
  readonly setTimer?: SetTimer
  /** Default: `globalThis.WebSocket`. Node 20 has none; pass one of `ws`. */
  readonly createWebSocket?: (url: string) => WebSocket
}
