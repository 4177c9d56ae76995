import { hash } from 'node:crypto'
import type { AddressKey, IrnPublish, Topic } from '@hawser/wire'
import { type Bound, MailboxLimitExceededError } from '../errors.ts'
import type { MailboxLimits } from '../limits/limits.ts'

/** Names one stored message. `sequence` grows with the order of storing within a topic and is never given twice. */
export type MessageKey = { readonly topic: Topic; readonly sequence: number }

/** An envelope at rest. Times are epoch milliseconds of the relay's clock. */
export type StoredMessage = MessageKey & {
  readonly publisherId: string
  readonly message: string
  readonly tag: number
  readonly attestation: string
  readonly publishedAt: number
  readonly expiresAt: number
}

/** Names a message as clients do, who know no sequence: by `messageIdOf` its text. */
export type Receipt = { readonly topic: Topic; readonly messageId: string }

/** Where a reader stands in a topic: messages up to and with `afterSequence` are not wanted. 0 wants all. */
export type Position = { readonly topic: Topic; readonly afterSequence: number }

/** A message was stored on a topic; `sequence` is its place there. */
export type News = { readonly topic: Topic; readonly sequence: number; readonly publisherId: string }

/** How a mailbox tells the relay it serves what was stored, before or after the `put` that stored it resolves. */
export type MailboxListener = {
  /** Newly stored messages, all there are and in their order: nobody else writes to this store. */
  onStored(messages: readonly StoredMessage[]): void
  /** By this relay or another on the same store. News of one topic may come in any order; what is stored is read. */
  onNews(news: News): void
  /** The store was away for these: any of them may hold news. */
  onGap(topics: readonly Topic[]): void
}

export type PendingPage = { readonly messages: readonly StoredMessage[]; readonly hasMore: boolean }

/**
 * The relay's store of sealed envelopes by topic (WalletConnect relay mailbox). Calls take effect in the order they are
 * made, and settle in that order: what is offered to subscribers follows it. Every implementation passes `testMailbox`.
 */
export interface Mailbox {
  /** Who is told; one relay, before it asks anything. */
  listen(listener: MailboxListener): void
  /**
   * Once this resolves, the listener is told of everything stored on the topics until they are unwatched. A store of one
   * relay alone tells everything at any time.
   * @throws MailboxFailedError - and none of the topics is watched
   */
  watch(topics: readonly Topic[]): Promise<void>
  unwatch(topics: readonly Topic[]): void
  /**
   * Stores all messages or none, for every client but the publisher, each until its own TTL. A message whose topic and
   * text are stored already counts as stored and changes nothing. Resolves when the store would survive a crash. Where there
   * is no room, what was taken goes first: of its client id, then of its address, then of all.
   * @param address - whose share it counts against; undefined: of none, as everywhere
   * @returns those that were new, in order
   * @throws MailboxLimitExceededError, StoreFullError, MailboxFailedError
   */
  put(
    publisherId: string,
    publishes: readonly IrnPublish[],
    address?: AddressKey | undefined,
  ): Promise<readonly StoredMessage[]>
  /**
   * What a client has yet to take: unexpired, of another publisher, not removed for it. Oldest first within a topic.
   * @throws MailboxFailedError
   */
  pending(clientId: string, positions: readonly Position[]): Promise<PendingPage>
  /**
   * Marks messages as taken by one client. They stay for any other: a stranger who knows a topic cannot empty it. From the
   * first that takes it, whoever that is, a message no longer waits: it goes when room is needed, and a topic that is read
   * is not full. Unknown keys and the client's own messages are ignored.
   * @throws MailboxFailedError
   */
  remove(clientId: string, keys: readonly MessageKey[]): Promise<void>
  /**
   * The keys of the unexpired messages among those named, in any order; unknown ones are left out.
   * @throws MailboxFailedError
   */
  find(receipts: readonly Receipt[]): Promise<readonly MessageKey[]>
  /** Forgets what has expired; resolves to how many messages that were. */
  purge(): Promise<number>
  /** Whether the store answers and may be relied on, for `/readyz`. @throws MailboxFailedError */
  check(): Promise<void>
  /**
   * Whether any of a store that others share answers: who cannot reach it sends clients to those who may. Default: `check`.
   * @throws MailboxFailedError
   */
  reach?(): Promise<void>
  /** Finishes what was asked and closes the store. Idempotent; later calls are refused. */
  close(): Promise<void>
}

/** The message id of WalletConnect's relay: sha256 of the envelope text, hex. */
export function messageIdOf(message: string): string {
  return hash('sha256', message)
}

/** What a message counts against the limits, in bytes. */
export function lengthOf(publish: Pick<IrnPublish, 'message' | 'attestation'>): number {
  return Buffer.byteLength(publish.message) + Buffer.byteLength(publish.attestation)
}

/** What is held now, counted over unexpired messages. `totalLength` and `addressLength` count what a message costs beside its text. */
export type Usage = {
  readonly queuedMessages: number
  readonly queuedLength: number
  readonly clientMessages: number
  readonly clientLength: number
  readonly keptMessages: number
  readonly keptLength: number
  readonly addressLength: number
  readonly totalLength: number
}

/** Which limit one more message of `length` bytes would pass; undefined: it has room. What its publisher alone holds comes first. */
export function boundOf(usage: Usage, length: number, limits: MailboxLimits): Bound | undefined {
  if (usage.queuedMessages + 1 > limits.queuedMessages || usage.queuedLength + length > limits.queuedLength)
    return 'topic'
  if (usage.clientMessages + 1 > limits.clientMessages || usage.clientLength + length > limits.clientLength)
    return 'client'
  if (usage.keptMessages + 1 > limits.keptMessages || usage.keptLength + length > limits.keptLength) return 'topic'
  if (usage.addressLength + length > limits.addressLength) return 'address'
  return usage.totalLength + length > limits.totalLength ? 'store' : undefined
}

/** For the client that is refused. */
export function refusalOf(
  bound: Bound,
  usage: Usage,
  length: number,
  limits: MailboxLimits,
): MailboxLimitExceededError {
  return new MailboxLimitExceededError(explain(bound, usage, length, limits), bound)
}

function explain(bound: Bound, usage: Usage, length: number, limits: MailboxLimits): string {
  switch (bound) {
    case 'topic':
      return usage.queuedMessages + 1 > limits.queuedMessages || usage.queuedLength + length > limits.queuedLength
        ? `This topic holds ${usage.queuedMessages} messages (${usage.queuedLength} bytes) nobody has taken yet; at most ${limits.queuedMessages} (${limits.queuedLength} bytes) are kept. Try again when the peer has read some.`
        : `This topic holds ${usage.keptMessages} unexpired messages, the most it may. Try again when some have expired.`
    case 'client':
      return `This client has ${usage.clientMessages} messages (${usage.clientLength} bytes) waiting that nobody has taken yet; at most ${limits.clientMessages} (${limits.clientLength} bytes) are kept. Try again when peers have read some.`
    case 'address':
      return `What was published from this address and nobody has taken yet fills its share of this relay (${limits.addressLength} bytes). Try again when peers have read some.`
    case 'store':
      return 'This relay is full. Try again later.'
  }
}
