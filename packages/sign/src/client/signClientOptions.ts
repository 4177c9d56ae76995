import type { Topic } from '@hawser/wire'
import type { RandomBytes } from '../envelope/keys.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import type { Metadata } from '../message/peer.ts'
import type { Storage } from '../records/storage.ts'
import type { WebSocketLike } from '../socket/webSocketLike.ts'

export type SignClientOptions = {
  /**
   * The relay's address. A list names addresses of the same mailboxes, which the client tries in turn: separate relays
   * do not know each other's messages.
   */
  readonly relayUrl: string | readonly string[]
  readonly projectId?: string
  /** The name, URL and icons that peers show for this client. */
  readonly metadata: Metadata
  /** Default: none. Sessions and pairings are then lost with the client. */
  readonly storage?: Storage
  /**
   * How to treat sessions whose page is gone: sessions that this dapp finds in its storage when it starts, and sessions
   * that a wallet settles for an earlier proposal. `'keep'`: they continue, `sessions()` lists them and `resume()`
   * returns them. `'end'`: the client ends them with reason 6000, or with 7000 if the wallet settles only now. A
   * function decides per pairing. Use `'end'` for a page that keeps no sessions and whose storage belongs to its own
   * tab, such as `sessionStorage`. In a shared storage, other tabs would lose their sessions. Default: `'keep'`.
   * @example
   * ```ts
   * createDappClient({ relayUrl, metadata, storage: createWebStorage(() => sessionStorage), leftBehind: 'end' })
   * ```
   */
  readonly leftBehind?: 'keep' | 'end' | ((pairingTopic: Topic) => 'keep' | 'end')
  readonly now?: () => number
  readonly randomBytes?: RandomBytes
  readonly setTimer?: SetTimer
  /**
   * Default: opens a `globalThis.WebSocket`. Node 20 has none; use the one of the package `ws`:
   * `(url) => new WebSocket(url)`.
   */
  readonly createWebSocket?: (url: string) => WebSocketLike
}
