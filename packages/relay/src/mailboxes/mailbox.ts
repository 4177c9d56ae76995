import { hash } from 'node:crypto'
import type { AddressKey, IrnPublish, Topic } from '@hawser/wire'
import { type Bound, MailboxLimitExceededError } from '../errors.ts'
import type { MailboxLimits } from '../limits/limits.ts'

/** Identifies one stored message. `sequence` grows with the order of storing within a topic and never repeats. */
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

/** Identifies a message as clients do, which know no sequence: by `messageIdOf` its text. */
export type Receipt = { readonly topic: Topic; readonly messageId: string }

/** A reader's position in a topic: it needs no messages up to and including `afterSequence`. 0 means all. */
export type Position = { readonly topic: Topic; readonly afterSequence: number }

/** A message was stored on a topic; `sequence` is its place there. */
export type News = {
  readonly topic: Topic
  readonly sequence: number
  readonly publisherId: string
  readonly carried?: CarriedMessage | undefined
}

/** The message itself. There is no unexpired one between `previousSequence` and it. */
export type CarriedMessage = { readonly message: StoredMessage; readonly previousSequence: number }

/** How a mailbox reports stored messages to its relay, before or after the `put` that stored them resolves. */
export type MailboxListener = {
  /** Newly stored messages, all of them and in order: only this relay writes to this store. */
  onStored(messages: readonly StoredMessage[]): void
  /**
   * By this relay or another on the same store. Reports of one topic may come in any order. Read the store for its
   * messages, unless the report carries the message and the listener has all before it.
   */
  onNews(news: News): void
  /** The store was away for these: any of them may have new messages. */
  onGap(topics: readonly Topic[]): void
}

export type PendingPage = { readonly messages: readonly StoredMessage[]; readonly hasMore: boolean }

/**
 * The relay's store of sealed envelopes by topic (WalletConnect relay mailbox). Calls take effect, and settle, in the
 * order they are made: offers to subscribers follow that order. Every implementation passes `testMailbox`.
 */
export interface Mailbox {
  /** Sets the listener: one relay, before it calls anything else. */
  listen(listener: MailboxListener): void
  /**
   * Once this resolves, the listener is notified of everything stored on the topics until they are unwatched. A store that
   * serves only one relay reports everything at any time.
   * @throws MailboxFailedError - and none of the topics is watched
   */
  watch(topics: readonly Topic[]): Promise<void>
  unwatch(topics: readonly Topic[]): void
  /**
   * Stores all messages or none, for every client but the publisher, each until its own TTL. A store of several nodes
   * stores the first message only once the others are: if it cannot, some of the others may stay. A message whose topic
   * and text are already stored counts as stored and changes nothing. Resolves when the store would survive a crash. If
   * there is no room, taken messages go first: of its client id, then of its address, then of all.
   * @param address - the address whose share it counts against; undefined: none
   * @returns those that were new, in order
   * @throws MailboxLimitExceededError, StoreFullError, MailboxFailedError
   */
  put(
    publisherId: string,
    publishes: readonly IrnPublish[],
    address?: AddressKey | undefined,
  ): Promise<readonly StoredMessage[]>
  /**
   * Messages that a client has not taken yet: unexpired, of another publisher, not removed for it. Oldest first within
   * a topic.
   * @throws MailboxFailedError
   */
  pending(clientId: string, positions: readonly Position[]): Promise<PendingPage>
  /**
   * Marks messages as taken by one client. They stay for all others: a stranger who knows a topic cannot empty it.
   * After any first client has taken it, a message no longer counts as waiting: it goes when room is needed, and a
   * topic that is read is not full. Unknown keys and the client's own messages are ignored.
   * @throws MailboxFailedError
   */
  remove(clientId: string, keys: readonly MessageKey[]): Promise<void>
  /**
   * The keys of the unexpired messages among the named ones, in any order; unknown ones are left out.
   * @throws MailboxFailedError
   */
  find(receipts: readonly Receipt[]): Promise<readonly MessageKey[]>
  /** Removes expired messages; resolves to their number. */
  purge(): Promise<number>
  /** Whether the store answers and is reliable, for `/readyz`. @throws MailboxFailedError */
  check(): Promise<void>
  /**
   * Whether any part of a shared store answers: a relay that cannot reach it sends clients to those that can. Default:
   * `check`.
   * @throws MailboxFailedError
   */
  reach?(): Promise<void>
  /** Finishes pending calls and closes the store. Idempotent; later calls are refused. */
  close(): Promise<void>
}

/** The message id of WalletConnect's relay: sha256 of the envelope text, hex. */
export function messageIdOf(message: string): string {
  return hash('sha256', message)
}

/** The bytes that a message counts against the limits. */
export function lengthOf(publish: Pick<IrnPublish, 'message' | 'attestation'>): number {
  return Buffer.byteLength(publish.message) + Buffer.byteLength(publish.attestation)
}

/** The totals now, over unexpired messages. `totalLength` and `addressLength` include a message's overhead. */
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

/**
 * The limit that one more message of `length` bytes would pass; undefined: it has room. The publisher's own share is
 * checked first.
 */
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
        ? `This topic holds ${usage.queuedMessages} messages (${usage.queuedLength} bytes) that nobody has taken yet; the limit is ${limits.queuedMessages} (${limits.queuedLength} bytes). Try again when the peer has read some.`
        : `This topic holds ${usage.keptMessages} unexpired messages, which is the limit. Try again when some have expired.`
    case 'client':
      return `This client has ${usage.clientMessages} messages (${usage.clientLength} bytes) that nobody has taken yet; the limit is ${limits.clientMessages} (${limits.clientLength} bytes). Try again when peers have read some.`
    case 'address':
      return `Messages from this address that nobody has taken yet fill its share of this relay (${limits.addressLength} bytes). Try again when peers have read some.`
    case 'store':
      return 'This relay is full. Try again later.'
  }
}
