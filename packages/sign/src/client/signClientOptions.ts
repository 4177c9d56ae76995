import type { Topic } from '@hawser/wire'
import type { RandomBytes } from '../envelope/keys.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import type { Metadata } from '../message/peer.ts'
import type { Storage } from '../records/storage.ts'

export type SignClientOptions = {
  /** Several: addresses of the same mailboxes, tried in turn. Separate relays do not know each other's messages. */
  readonly relayUrl: string | readonly string[]
  readonly projectId?: string
  /** What peers are shown of this client. */
  readonly metadata: Metadata
  /** Default: none. All is forgotten with the client. */
  readonly storage?: Storage
  /**
   * What becomes of the sessions that this dapp finds in its storage when it starts, and of those that a wallet settles for a proposal
   * of before: a page is gone that had asked for them. `'keep'`: they go on, `sessions()` lists them and `resume()` takes them up.
   * `'end'`: their wallets are told that nobody took them (6000; 7000 where one settles only now). A function decides by the pairing. For
   * a page that keeps no sessions, with a storage of its own tab such as `sessionStorage`: other tabs of one storage would lose
   * theirs. Default: `'keep'`.
   * @example
   * ```ts
   * createDappClient({ relayUrl, metadata, storage: createWebStorage(() => sessionStorage), leftBehind: 'end' })
   * ```
   */
  readonly leftBehind?: 'keep' | 'end' | ((pairingTopic: Topic) => 'keep' | 'end')
  readonly now?: () => number
  readonly randomBytes?: RandomBytes
  readonly setTimer?: SetTimer
  /** Default: `globalThis.WebSocket`. Node 20 has none; pass one of `ws`. */
  readonly createWebSocket?: (url: string) => WebSocket
}
