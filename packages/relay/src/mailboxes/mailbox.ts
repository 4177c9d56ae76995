import { hash } from 'node:crypto'
import type { AddressKey, IrnPublish, Topic } from '@hawser/wire'
import { type Bound, MailboxLimitExceededError } from '../errors.ts'
import type { MailboxLimits } from '../limits/limits.ts'

/** Identifies one stored message. `sequence` grows within a topic in the order of storing and never repeats. */
export type MessageKey = { readonly topic: Topic; readonly sequence: number }

/** A stored envelope. Times are epoch milliseconds of the relay's clock. */
export type StoredMessage = MessageKey & {
  readonly publisherId: string
  readonly message: string
  readonly tag: number
  readonly attestation: string
  readonly publishedAt: number
  readonly expiresAt: number
}

/** Identifies a message as clients do, which know no sequence: by the `messageIdOf` of its text. */
export type Receipt = { readonly topic: Topic; readonly messageId: string }

/** A reader's position in a topic. The reader needs only messages after `afterSequence`; 0 means all. */
export type TopicPosition = { readonly topic: Topic; readonly afterSequence: number }

/**
 * The callbacks through which a mailbox reports stored messages to its relay, before or after the `put` that stored them
 * resolves.
 */
export type MailboxListener = {
  /**
   * Receives the newly stored messages of watched topics, in order. A store that several relays share also reports the messages
   * of other relays, and can report messages of other topics.
   */
  onStored(messages: readonly StoredMessage[]): void
  /** The store may have failed to report messages of these topics. */
  onGap(topics: readonly Topic[]): void
}

export type PendingPage = { readonly messages: readonly StoredMessage[]; readonly hasMore: boolean }

/**
 * The relay's store of sealed envelopes by topic (WalletConnect relay mailbox). Calls take effect and settle in the order they
 * are made, but `remove` can be earlier; offers to subscribers follow that order. Every implementation passes `testMailbox`.
 */
export interface Mailbox {
  /** Sets the listener. One relay calls this before any other method. */
  listen(listener: MailboxListener): void
  /**
   * Once this resolves, the listener is notified of every new message on the topics until they are unwatched. A store that
   * serves only one relay reports all messages at all times.
   * @throws MailboxFailedError - in which case no topic is watched
   */
  watch(topics: readonly Topic[]): Promise<void>
  unwatch(topics: readonly Topic[]): void
  /**
   * Stores all messages or none, for every client except the publisher, each until its own TTL. A store with several nodes
   * stores the first message only after the others; if the first fails, some of the others can stay. A message whose topic and
   * text are already stored counts as stored and changes nothing. Resolves when the store would survive a crash. To make room,
   * taken messages are removed: first of the client id, then of its address, then of all.
   * @param address - the address whose share the messages count against; undefined: no address
   * @returns the messages that were new, in order
   * @throws MailboxLimitExceededError, StoreFullError, MailboxFailedError
   */
  put(
    publisherId: string,
    publishes: readonly IrnPublish[],
    address?: AddressKey | undefined,
  ): Promise<readonly StoredMessage[]>
  /**
   * Returns messages that a client has not taken yet: unexpired, from another publisher, not removed for the client. Oldest
   * first within a topic.
   * @throws MailboxFailedError
   */
  pending(clientId: string, positions: readonly TopicPosition[]): Promise<PendingPage>
  /**
   * Marks messages as taken by one client. They stay for all other clients, so a stranger who knows a topic cannot empty it.
   * Once any client has taken a message, the message no longer counts as waiting. It is removed when room is needed, and a
   * topic that is read does not fill up. Unknown keys and the client's own messages are ignored.
   * @throws MailboxFailedError
   */
  remove(clientId: string, keys: readonly MessageKey[]): Promise<void>
  /**
   * Returns the keys of the named messages that are unexpired, in any order. Unknown receipts are left out.
   * @throws MailboxFailedError
   */
  find(receipts: readonly Receipt[]): Promise<readonly MessageKey[]>
  /** Removes expired messages and resolves to their number. */
  purge(): Promise<number>
  /** Resolves if the store answers and is reliable, for `/readyz`. @throws MailboxFailedError */
  check(): Promise<void>
  /**
   * Resolves if any part of a shared store answers. A relay that cannot reach its store sends clients to relays that can.
   * Default: `check`.
   * @throws MailboxFailedError
   */
  reach?(): Promise<void>
  /** Finishes pending calls and closes the store. Idempotent. Later calls are refused. */
  close(): Promise<void>
}

/** The message id of WalletConnect's relay: the sha256 of the envelope text, in hex. */
export function messageIdOf(message: string): string {
  return hash('sha256', message)
}

/** The number of bytes that a message counts against the limits. */
export function lengthOf(publish: Pick<IrnPublish, 'message' | 'attestation'>): number {
  return Buffer.byteLength(publish.message) + Buffer.byteLength(publish.attestation)
}

/** The current totals, over unexpired messages. `totalLength` and `addressLength` include a message's overhead. */
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
 * The limit that one more message of `length` bytes would exceed, or undefined if there is room. The publisher's own share is
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

/** Creates the error for the refused client. */
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

/** Sorts messages of each topic as they were stored. Of those that a client takes out of order, only some are remembered. */
export function inOrder(keys: readonly MessageKey[]): readonly MessageKey[] {
  return keys.length < 2 ? keys : keys.toSorted((one, other) => one.sequence - other.sequence)
}
