import { irnLimits } from '@hawser/wire'
import type { Pace } from './buckets.ts'

/** Bounds of one mailbox. Lengths are UTF-8 bytes of envelope and attestation. */
export type MailboxLimits = {
  /** Per topic, counting what no client has taken yet: how far one side may write ahead of an absent peer. */
  readonly queuedMessages: number
  readonly queuedLength: number
  /** Per publishing client id, over all topics, taken or not: what was taken goes first when it needs room. */
  readonly clientMessages: number
  readonly clientLength: number
  /** Per address of publishers (IPv6: per /64), over all client ids and topics, in the same way, with what a message costs beside its text. */
  readonly addressLength: number
  /** Per topic, counting also what some client took: it is kept for other subscribers until its TTL ends. */
  readonly keptMessages: number
  readonly keptLength: number
  /** Over all topics. The last eighth is for `isBrief` messages alone. */
  readonly totalLength: number
  /** Per call of `pending`, so that an answer fits in one frame; one message is always given, however long. */
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

/** An address has so much of the store, unless told. */
export const addressesPerStore = 16

/** The defaults, but for what is given. */
export function mailboxLimitsOf(given: Partial<MailboxLimits> = {}): MailboxLimits {
  const { totalLength = defaultMailboxLimits.totalLength } = given
  return { ...defaultMailboxLimits, addressLength: Math.floor(totalLength / addressesPerStore), ...given }
}

/** Of every store so much is kept for messages that are short and soon over: proposals, and what answers them. */
export const reservedShare = 1 / 8
const briefLength = 16 * 1024
const briefTtlSeconds = 300

/** Whether a message may use what is reserved: who fills the rest must not keep others from linking. */
export function isBrief(length: number, ttlSeconds: number): boolean {
  return length <= briefLength && ttlSeconds <= briefTtlSeconds
}

/** Bounds of the relay's sockets. */
export type RelayLimits = {
  /** Bytes of one envelope; a longer one is refused. */
  readonly messageLength: number
  /** How long an envelope may be kept; a longer time to live is refused. */
  readonly maxTtlSeconds: number
  /** Bytes of one frame; a longer one closes the socket with 1009. */
  readonly frameLength: number
  readonly fragments: number
  /** How long one message may take to arrive; a longer one closes the socket with 1008. */
  readonly messageMs: number
  /** Topics of one client id, over all its sockets, and of all clients together. */
  readonly subscriptionsPerClient: number
  readonly subscriptions: number
  /** Topics of one address (IPv6: of one /64), over all its client ids. */
  readonly subscriptionsPerAddress: number
  /** Requests of one connection being worked on or waiting; beyond, its socket is not read. */
  readonly requestsInFlight: number
  /** The same in bytes of their frames. */
  readonly lengthInFlight: number
  /** Bytes waiting to be read by the client; beyond, nothing is pushed to it. */
  readonly bufferedLength: number
  /** How long a client may leave that many bytes unread before its socket is closed with 1013. */
  readonly stalledMs: number
  /** How long a client may take to read an answer over HTTP, and how much of such answers is kept together. */
  readonly answerMs: number
  readonly answersLength: number
  /** How long a refused client waits for its answer: real clients reconnect at once and without end. */
  readonly refusalDelayMs: number
  /** Refused sockets waiting at one time; beyond, they are destroyed at once. */
  readonly refusedConnections: number
  /** How long stop() waits for clients to answer the close frame. */
  readonly stopMs: number
  /** Open sockets of this relay. */
  readonly connections: number
  /** Open sockets of one address (IPv6: of one /64), those waiting to be refused included. */
  readonly connectionsPerAddress: number
  /** Open sockets of one client id. */
  readonly connectionsPerClient: number
  /** Upgrades being judged at one time; beyond, 503. */
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
   * Of one connection, and of one client id over its connections. A batch counts what it holds, and a message that is longer
   * than `messageUnit` as so many more: so the pace of publishes is one of bytes as well.
   */
  readonly publishPace: Pace
  readonly subscribePace: Pace
  /** Every other request: fetches, receipts and unsubscriptions. */
  readonly readPace: Pace
  /** An address may do what this many client ids may: many people may share one. */
  readonly clientsPerAddress: number
  /** How long a request waits for its turn; beyond, it is refused with 3001. */
  readonly paceWaitMs: number
}

/** A message costs one publish for each such length begun. What a link takes fits in one. */
export const messageUnit = 4 * 1024

export const defaultRelayLimits: RelayLimits = {
  messageLength: irnLimits.messageLength,
  // The longest a request of an official client lives (T-91).
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
  // All the sockets an address may have, at once and again each minute: as long as a link takes.
  connectPace: { perSecond: 100 / 60, burst: 100 },
  httpPace: { perSecond: 20, burst: 100 },
  publishPace: { perSecond: 50, burst: 200 },
  // All that one client may be subscribed to at once: it subscribes anew after each reconnect.
  subscribePace: { perSecond: 20, burst: 5_000 },
  readPace: { perSecond: 20, burst: 5_000 },
  clientsPerAddress: 10,
  // Official clients give a request up after 15 s.
  paceWaitMs: 14_000,
}

const unhurried: Pace = { perSecond: 1e9, burst: 1e9 }

/** Nobody is held back: for measurements, and tests of something else. */
export const noPace = { publishPace: unhurried, subscribePace: unhurried, readPace: unhurried } as const
