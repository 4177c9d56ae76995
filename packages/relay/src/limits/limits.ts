import { irnLimits } from '@hawser/wire'
import type { RateLimit } from './buckets.ts'

/** Limits of one mailbox. Lengths are UTF-8 bytes of envelope and attestation. */
export type MailboxLimits = {
  /** Per topic, for messages that no client has taken yet: how far one side can write ahead of an absent peer. */
  readonly queuedMessages: number
  readonly queuedLength: number
  /**
   * Per publishing client id, over all topics, taken or not. When a client needs room, its taken messages are removed first.
   */
  readonly clientMessages: number
  readonly clientLength: number
  /**
   * Per publisher address (IPv6: per /64), over all client ids and topics. Taken messages are removed first, and a message's
   * overhead counts.
   */
  readonly addressLength: number
  /** Per topic, including messages that some client took: these stay for other subscribers until their TTL ends. */
  readonly keptMessages: number
  readonly keptLength: number
  /** Over all topics. The last eighth is reserved for `isBrief` messages. */
  readonly totalLength: number
  /** Per call of `pending`, so that an answer fits in one frame. At least one message is returned, however long. */
  readonly pageMessages: number
  readonly pageLength: number
}

export const defaultMailboxLimits: MailboxLimits = {
  queuedMessages: 100,
  queuedLength: 1024 * 1024,
  clientMessages: 1_000,
  clientLength: 10 * 1024 * 1024,
  addressLength: 32 * 1024 * 1024,
  keptMessages: 10_000,
  keptLength: 64 * 1024 * 1024,
  totalLength: 512 * 1024 * 1024,
  pageMessages: 500,
  pageLength: 256 * 1024,
}

/** The number of default address shares in one store. */
export const addressesPerStore = 16

/** The default limits, overridden by the given ones. */
export function mailboxLimitsOf(given: Partial<MailboxLimits> = {}): MailboxLimits {
  const { totalLength = defaultMailboxLimits.totalLength } = given
  return { ...defaultMailboxLimits, addressLength: Math.floor(totalLength / addressesPerStore), ...given }
}

/** The part of every store reserved for short messages with a short TTL: proposals and their answers. */
export const reservedShare = 1 / 8
const briefLength = 16 * 1024
const briefTtlSeconds = 300

/** Whether a message can use the reserve. The reserve keeps a client that fills the rest from blocking new links. */
export function isBrief(length: number, ttlSeconds: number): boolean {
  return length <= briefLength && ttlSeconds <= briefTtlSeconds
}

/** Limits of the relay's sockets. */
export type RelayLimits = {
  /** Bytes of one envelope. A longer envelope is refused. */
  readonly messageLength: number
  /** The longest time to live. A longer TTL is refused. */
  readonly maxTtlSeconds: number
  /** Bytes of one frame. A longer frame closes the socket with 1009. */
  readonly frameLength: number
  readonly fragments: number
  /** How long one message can take to arrive. A longer time closes the socket with 1008. */
  readonly messageMs: number
  /** Topics of one client id, over all its sockets, and of all clients together. */
  readonly subscriptionsPerClient: number
  readonly subscriptions: number
  /** Topics of one address (IPv6: of one /64), over all its client ids. */
  readonly subscriptionsPerAddress: number
  /** Requests of one connection in progress or waiting. Beyond that, the relay stops reading its socket. */
  readonly requestsInFlight: number
  /** The same limit in bytes of the requests' frames. */
  readonly lengthInFlight: number
  /** Bytes that the client has not read. Beyond that, the relay pushes nothing to it. */
  readonly bufferedLength: number
  /** How long a client can leave that many bytes unread before its socket is closed with 1013. */
  readonly stalledMs: number
  /** How long a client can take to read an answer over HTTP, and the memory of all such answers together. */
  readonly answerMs: number
  readonly answersLength: number
  /** How long a refused client waits for its answer, because real clients reconnect immediately and endlessly. */
  readonly refusalDelayMs: number
  /** Refused sockets waiting at one time. Beyond that, refused sockets are destroyed immediately. */
  readonly refusedConnections: number
  /** How long `stop()` waits for clients to answer the close frame. */
  readonly stopMs: number
  /** Open sockets of this relay. */
  readonly connections: number
  /** Open sockets of one address (IPv6: of one /64), including those waiting to be refused. */
  readonly connectionsPerAddress: number
  /** Open sockets of one client id. */
  readonly connectionsPerClient: number
  /** Upgrades being judged at one time. Beyond that, the answer is 503. */
  readonly handshakes: number
  /** The longest time for one upgrade. */
  readonly handshakeMs: number
  /** How long a client can take to send a request's headers, and the whole request. */
  readonly headersMs: number
  readonly requestMs: number
  /** Upgrades of one address. */
  readonly connectPace: RateLimit
  /** HTTP requests of one address. */
  readonly httpPace: RateLimit
  /**
   * Of one connection, and of one client id over its connections. A batch counts its items. A message longer than `messageUnit`
   * counts several times, so the publish pace also limits bytes.
   */
  readonly publishPace: RateLimit
  readonly subscribePace: RateLimit
  /** All other requests: fetches, receipts and unsubscriptions. */
  readonly readPace: RateLimit
  /** An address has the pace of this many client ids, because many people can share one. */
  readonly clientsPerAddress: number
  /** How long a request waits for its turn before it is refused with 3001. */
  readonly paceWaitMs: number
}

/** Bytes. A message costs one publish for each unit begun. The messages of a link fit in one unit. */
export const messageUnit = 4 * 1024

export const defaultRelayLimits: RelayLimits = {
  messageLength: irnLimits.messageLength,
  // The longest lifetime of an official client's request (T-91).
  maxTtlSeconds: 7 * 86_400,
  frameLength: irnLimits.frameLength,
  fragments: 64,
  // The longest frame at 32 kbit/s.
  messageMs: 150_000,
  subscriptionsPerClient: 5_000,
  subscriptions: 500_000,
  subscriptionsPerAddress: 20_000,
  requestsInFlight: 256,
  lengthInFlight: 1024 * 1024,
  // Fifty clients that do not read cost less than 50 MB (T-83).
  bufferedLength: 512 * 1024,
  stalledMs: 30_000,
  // 512 KiB at 32 kbit/s.
  answerMs: 150_000,
  answersLength: 64 * 1024 * 1024,
  refusalDelayMs: 1_000,
  refusedConnections: 1_000,
  stopMs: 2_000,
  connections: 10_000,
  connectionsPerAddress: 100,
  connectionsPerClient: 20,
  handshakes: 1_000,
  handshakeMs: 5_000,
  headersMs: 10_000,
  requestMs: 15_000,
  // All the sockets that an address can have, at once and again each minute, which is how long a link takes.
  connectPace: { perSecond: 100 / 60, burst: 100 },
  httpPace: { perSecond: 20, burst: 100 },
  publishPace: { perSecond: 50, burst: 200 },
  // All topics that one client can have, because a client subscribes to them again after each reconnect.
  subscribePace: { perSecond: 20, burst: 5_000 },
  readPace: { perSecond: 20, burst: 5_000 },
  clientsPerAddress: 10,
  // Official clients give up on a request after 15 s.
  paceWaitMs: 14_000,
}

const unhurried: RateLimit = { perSecond: 1e9, burst: 1e9 }

/** No limits, for measurements and for tests of other parts. */
export const noPace = { publishPace: unhurried, subscribePace: unhurried, readPace: unhurried } as const
