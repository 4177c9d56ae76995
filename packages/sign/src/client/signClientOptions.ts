import type { Topic } from '@hawser/wire'
import type { RandomBytes } from '../envelope/keys.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import type { Metadata } from '../message/peer.ts'
import type { Storage } from '../records/storage.ts'

export type SignClientOptions = {
  /** A list: addresses of the same mailboxes, tried in turn. Separate relays do not know each other's messages. */
  readonly relayUrl: string | readonly string[]
  readonly projectId?: string
  /** The name, URL and icons that peers show for this client. */
  readonly metadata: Metadata
  /** Default: no storage. Everything is lost with the client. */
  readonly storage?: Storage
  /**
   * Handles sessions whose page is gone: those that this dapp finds in its storage when it starts, and those that a
   * wallet settles for an earlier proposal. `'keep'`: they continue, `sessions()` lists them and `resume()` returns
   * them. `'end'`: their wallets receive the reason that nobody took them (6000; 7000 for one that settles only now). A
   * function decides by the pairing. Use `'end'` for a page that keeps no sessions and whose storage belongs to its own
   * tab, such as `sessionStorage`: other tabs of a shared storage would lose their sessions. Default: `'keep'`.
   * @example
   * ```ts
   * createDappClient({ relayUrl, metadata, storage: createWebStorage(() => sessionStorage), leftBehind: 'end' })
   * ```
   */
  readonly leftBehind?: 'keep' | 'end' | ((pairingTopic: Topic) => 'keep' | 'end')
  readonly now?: () => number
  readonly randomBytes?: RandomBytes
  readonly setTimer?: SetTimer
  /** Default: `globalThis.WebSocket`. Node 20 does not have it; pass one of `ws`. */
  readonly createWebSocket?: (url: string) => WebSocket
}
