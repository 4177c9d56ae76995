import { irnLimits } from '@hawser/wire'

/** Bounds of one mailbox. Lengths are UTF-8 bytes of envelope and attestation. */
export type MailboxLimits = {
  /** Per topic, counting what no client has taken yet: how far one side may write ahead of an absent peer. */
  readonly queuedMessages: number
  readonly queuedLength: number
  /** Per publishing client id, over all topics, counting what no client has taken yet. */
  readonly clientMessages: number
  readonly clientLength: number
  /** Per topic, counting also what some client took: it is kept for other subscribers until its TTL ends. */
  readonly keptMessages: number
  readonly keptLength: number
  /** Over all topics. */
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
  keptMessages: 10_000,
  keptLength: 64 * 1024 * 1024,
  totalLength: 512 * 1024 * 1024,
  pageMessages: 500,
  pageLength: 256 * 1024,
}

/** Bounds of the relay's sockets. */
export type RelayLimits = {
  /** Bytes of one frame; a longer one closes the socket with 1009. */
  readonly frameLength: number
  readonly fragments: number
  readonly subscriptionsPerConnection: number
  /** Requests of one connection being worked on; beyond, its socket is not read. */
  readonly requestsInFlight: number
  /** Bytes waiting to be read by the client; beyond, nothing is pushed to it. */
  readonly bufferedLength: number
  /** How long a client may leave that many bytes unread before its socket is closed with 1013. */
  readonly stalledMs: number
  /** How long a refused client waits for its close frame: real clients reconnect at once and without end. */
  readonly refusalDelayMs: number
  /** Refused sockets waiting at one time; beyond, they are destroyed at once. */
  readonly refusedConnections: number
  /** How long stop() waits for clients to answer the close frame. */
  readonly stopMs: number
}

export const defaultRelayLimits: RelayLimits = {
  frameLength: irnLimits.frameLength,
  fragments: 64,
  subscriptionsPerConnection: 5_000,
  requestsInFlight: 256,
  bufferedLength: 1024 * 1024,
  stalledMs: 30_000,
  refusalDelayMs: 1_000,
  refusedConnections: 1_000,
  stopMs: 2_000,
}
