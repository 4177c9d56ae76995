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

/** How a request ended: `ok`, or the `data` of the error it was answered with. */
export type RequestOutcome = string

/** The kind of a client's address; `none` is not limited by address. */
export type AddressClass = 'ipv4' | 'ipv6' | 'unknown' | 'none'

/** The load at this moment. */
export type RelayLoad = {
  readonly connections: number
  /** Pushed and not acked yet, on open sockets. */
  readonly pendingPushes: number
  /** Bytes waiting for clients to read them. */
  readonly bufferedLength: number
}

/**
 * The relay's metrics. They receive kinds and numbers, never a topic, client id, address or any other text from a
 * client. Calls are in the path of every message: they return at once and never throw.
 */
export type RelayMetrics = {
  connected(): void
  disconnected(code: number): void
  refused(reason: UpgradeRefusal, address: AddressClass): void
  /** `method` is undefined where the frame could not be read. */
  answered(method: IrnRequest['method'] | undefined, outcome: RequestOutcome): void
  /** A request was refused because a share is used up: whose share, and the kind of the client's address. */
  overShare(bound: Bound, address: AddressClass): void
  pushed(): void
  /** Publishes that the store accepted: new ones, and repeated ones. */
  stored(fresh: number, repeated: number): void
  acknowledged(count: number): void
  /** From the call of the store until it was durable. */
  committed(seconds: number): void
  storeFailed(): void
  /** A function that reads the load at any time. */
  observe(read: () => RelayLoad): void
}

const nothing = () => {}

/** Counts nothing. */
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
