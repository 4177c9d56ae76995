import { type AddressKey, type IrnRequest, unknownAddress } from '@hawser/wire'
import { type Bound, MailboxLimitExceededError, SubscriberLimitExceededError } from '../errors.ts'

/** Why an upgrade failed. */
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

/** The outcome of a request: `ok`, or the `data` of the error it was answered with. */
export type RequestOutcome = string

/** The kind of a client's address. `none`: the client is not limited by address. */
export type AddressClass = 'ipv4' | 'ipv6' | 'unknown' | 'none'

/** The current load. */
export type RelayLoad = {
  readonly connections: number
  /** Pushes not acked yet, on open sockets. */
  readonly pendingPushes: number
  /** Bytes waiting for clients to read them. */
  readonly bufferedLength: number
}

/**
 * The relay's metrics. They receive kinds and numbers, never a topic, client id, address or any other text from a client. Calls
 * are in the path of every message, so they return immediately and never throw.
 */
export type RelayMetrics = {
  connected(): void
  disconnected(code: number): void
  refused(reason: UpgradeRefusal, address: AddressClass): void
  /** `method` is undefined if the frame could not be read. */
  answered(method: IrnRequest['method'] | undefined, outcome: RequestOutcome): void
  /**
   * Counts a request that was refused because a share is used up: the owner of the share, and the kind of the client's address.
   */
  overShare(bound: Bound, address: AddressClass): void
  pushed(): void
  /** Counts publishes that the store accepted: new ones, and repeated ones. */
  stored(fresh: number, repeated: number): void
  acknowledged(count: number): void
  /** The time from the call of the store until the message was durable. */
  committed(seconds: number): void
  storeFailed(): void
  /** Sets the function that reads the load at any time. */
  observe(read: () => RelayLoad): void
}

const nothing = () => {}

/** Ignores all metrics. */
export const silentMetrics: RelayMetrics = {
  connected: nothing,
  disconnected: nothing,
  refused: nothing,
  answered: nothing,
  overShare: nothing,
  pushed: nothing,
  stored: nothing,
  acknowledged: nothing,
  committed: nothing,
  storeFailed: nothing,
  observe: nothing,
}

export function classOf(address: AddressKey | undefined): AddressClass {
  if (address === undefined) return 'none'
  if (address === unknownAddress) return 'unknown'
  return address.includes(':') ? 'ipv6' : 'ipv4'
}

export function isOverShare(error: unknown): error is MailboxLimitExceededError | SubscriberLimitExceededError {
  return error instanceof MailboxLimitExceededError || error instanceof SubscriberLimitExceededError
}
