import type { IrnRequest } from '@hawser/wire'

/** Why an upgrade came to nothing. */
export type UpgradeRefusal =
  | 'client_auth'
  | 'clock'
  | 'origin'
  | 'address'
  | 'client'
  | 'full'
  | 'away'
  | 'malformed'
  | 'stopping'

/** How a request ended: `ok`, or the `data` of the error it was answered with. */
export type RequestOutcome = string

/** What is there at this moment. */
export type RelayLoad = {
  readonly connections: number
  /** Pushed and not acked yet, on open sockets. */
  readonly pendingPushes: number
  /** Bytes waiting for clients to read them. */
  readonly bufferedLength: number
}

/**
 * What the relay counts. It is told kinds and numbers, never a topic, client id, address or anything else a client chose.
 * Calls are on the way of every message: they return at once and never throw.
 */
export type RelayMetrics = {
  connected(): void
  disconnected(code: number): void
  refused(reason: UpgradeRefusal): void
  /** `method` is undefined where the frame could not be read. */
  answered(method: IrnRequest['method'] | undefined, outcome: RequestOutcome): void
  pushed(): void
  /** Publishes the store took: new ones, and those it held already. */
  stored(fresh: number, repeated: number): void
  acknowledged(count: number): void
  /** From the call of the store until it was durable. */
  committed(seconds: number): void
  storeFailed(): void
  /** How to read the load, whenever it is asked for. */
  observe(read: () => RelayLoad): void
}

const nothing = () => {}

/** Counts nothing. */
export const silentMetrics: RelayMetrics = {
  connected: nothing,
  disconnected: nothing,
  refused: nothing,
  answered: nothing,
  pushed: nothing,
  stored: nothing,
  acknowledged: nothing,
  committed: nothing,
  storeFailed: nothing,
  observe: nothing,
}
