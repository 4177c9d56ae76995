import { irnLimits } from '@hawser/wire'
import type { Pace } from './buckets.ts'

/** Bounds of one mailbox. Lengths are UTF-8 bytes of envelope and attestation. */
export type MailboxLimits = {
  /** Per topic, counting messages that no client has taken yet: how far one side may write ahead of an absent peer. */
  readonly queuedMessages: number
  readonly queuedLength: number
  /** Per publishing client id, over all topics, taken or not. When it needs room, taken messages go first. */
  readonly clientMessages: number
  readonly clientLength: number
  /**
   * Per address of publishers (IPv6: per /64), over all client ids and topics, in the same way, including a message's
   * overhead.
   */
  readonly addressLength: number
  /** Per topic, counting also messages that some client took: they stay for other subscribers until their TTL ends. */
  readonly keptMessages: number
  readonly keptLength: number
  /** Over all topics. The last eighth is only for `isBrief` messages. */
  readonly totalLength: number
  /** Per call of `pending`, so that an answer fits in one frame. One message is always returned, however long. */
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

/** An address's default share of the store. */
export const addressesPerStore = 16

/** The defaults, overridden by the given limits. */
export function mailboxLimitsOf(given: Partial<MailboxLimits> = {}): MailboxLimits {
  const { totalLength = defaultMailboxLimits.totalLength } = given
  return { ...defaultMailboxLimits, addressLength: Math.floor(totalLength / addressesPerStore), ...given }
}

/** The part of every store that is reserved for short messages with a short TTL: proposals, and their answers. */
export const reservedShare = 1 / 8
const briefLength = 16 * 1024
const briefTtlSeconds = 300

/** Whether a message may use the reserve: a client that fills the rest must not keep others from linking. */
export function isBrief(length: number, ttlSeconds: number): boolean {
  return length <= briefLength && ttlSeconds <= briefTtlSeconds
}

/** Bounds of the relay's sockets. */
export type RelayLimits = {
  /** Bytes of one envelope; a longer one is refused. */
  readonly messageLength: number
  /** The longest time to live; a longer one is refused. */
  readonly maxTtlSeconds: number
  /** Bytes of one frame; a longer one closes the socket with 1009. */
  readonly frameLength: number
  readonly fragments: number
  /** How long one message may take to arrive; a longer time closes the socket with 1008. */
  readonly messageMs: number
  /** Topics of one client id, over all its sockets, and of all clients together. */
  readonly subscriptionsPerClient: number
  readonly subscriptions: number
  /** Topics of one address (IPv6: of one /64), over all its client ids. */
  readonly subscriptionsPerAddress: number
  /** Requests of one connection in progress or waiting; beyond that, its socket is not read. */
  readonly requestsInFlight: number
  /** The same in bytes of their frames. */
  readonly lengthInFlight: number
  /** Bytes that the client has not read; beyond that, nothing is pushed to it. */
  readonly bufferedLength: number
  /** How long a client may leave that many bytes unread before its socket is closed with 1013. */
  readonly stalledMs: number
  /** How long a client may take to read an answer over HTTP, and the memory of all such answers together. */
  readonly answerMs: number
  readonly answersLength: number
  /** How long a refused client waits for its answer: real clients reconnect at once and without end. */
  readonly refusalDelayMs: number
  /** Refused sockets waiting at one time; beyond that, they are destroyed at once. */
  readonly refusedConnections: number
  /** How long stop() waits for clients to answer the close frame. */
  readonly stopMs: number
  /** Open sockets of this relay. */
  readonly connections: number
  /** Open sockets of one address (IPv6: of one /64), those waiting to be refused included. */
  readonly connectionsPerAddress: number
  /** Open sockets of one client id. */
  readonly connectionsPerClient: number
  /** Upgrades being judged at one time; beyond that, 503. */
  readonly handshakes: number
  /** How long an upgrade may take. */
  readonly handshakeMs: number
  /** How long a client may take to send the headers of a request, and the whole request. */
  readonly headersMs: number
  readonly requestMs: number
  /** Upgrades of one address. */
  readonly connectPace: Pace
  /** HTTP requests of one address. */
  readonly httpPace: Pace
  /**
   * Of one connection, and of one client id over its connections. A batch counts its items, and a message longer than
   * `messageUnit` counts several times: so the pace of publishes also limits bytes.
   */
  readonly publishPace: Pace
  readonly subscribePace: Pace
  /** Every other request: fetches, receipts and unsubscriptions. */
  readonly readPace: Pace
  /** An address may do what this many client ids may: many people may share one. */
  readonly clientsPerAddress: number
  /** How long a request waits for its turn; after that it is refused with 3001. */
  readonly paceWaitMs: number
}

/** A message costs one publish for each such length begun. The messages of a link fit in one. */
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
  // All the sockets an address may have, at once and again each minute, which is as long as a link takes.
  connectPace: { perSecond: 100 / 60, burst: 100 },
  httpPace: { perSecond: 20, burst: 100 },
  publishPace: { perSecond: 50, burst: 200 },
  // All topics that one client may be subscribed to at once: it subscribes again after each reconnect.
  subscribePace: { perSecond: 20, burst: 5_000 },
  readPace: { perSecond: 20, burst: 5_000 },
  clientsPerAddress: 10,
  // Official clients give up a request after 15 s.
  paceWaitMs: 14_000,
}

const unhurried: Pace = { perSecond: 1e9, burst: 1e9 }

/** No limits: for measurements, and tests of other parts. */
export const noPace = { publishPace: unhurried, subscribePace: unhurried, readPace: unhurried } as const
