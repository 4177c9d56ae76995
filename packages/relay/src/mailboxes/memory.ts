import type { IrnPublish, Topic } from '@hawser/wire'
import { MailboxFailedError } from '../errors.ts'
import { defaultMailboxLimits, type MailboxLimits } from '../limits.ts'
import {
  checkUsage,
  lengthOf,
  type Mailbox,
  type MailboxListener,
  type MessageKey,
  messageIdOf,
  type PendingPage,
  type Position,
  type Receipt,
  type StoredMessage,
  type Usage,
} from '../mailbox.ts'

type Entry = {
  readonly stored: StoredMessage
  readonly messageId: string
  readonly length: number
  readonly takenBy: Set<string>
}
/** One topic's messages, in the order of storing, with what they add up to. */
type Shelf = {
  readonly byMessageId: Map<string, Entry>
  readonly bySequence: Map<number, Entry>
  queuedMessages: number
  queuedLength: number
  keptLength: number
  /** No message expires before. */
  nextExpiryAt: number
}

/**
 * A mailbox in memory: for tests and for relays that may forget on restart.
 * @param options - `now` is epoch milliseconds
 */
export function createMemoryMailbox(
  options: { readonly now?: () => number; readonly limits?: Partial<MailboxLimits> } = {},
): Mailbox {
  const now = options.now ?? Date.now
  const limits = { ...defaultMailboxLimits, ...options.limits }
  const shelves = new Map<Topic, Shelf>()
  const queues = new Map<string, { messages: number; length: number }>()
  let lastSequence = 0
  let totalLength = 0
  let isClosed = false
  let listener: MailboxListener | undefined

  const shelfOf = (topic: Topic): Shelf => {
    const known = shelves.get(topic)
    if (known !== undefined) return known
    const sums = { queuedMessages: 0, queuedLength: 0, keptLength: 0, nextExpiryAt: Number.POSITIVE_INFINITY }
    const shelf: Shelf = { byMessageId: new Map(), bySequence: new Map(), ...sums }
    shelves.set(topic, shelf)
    return shelf
  }
  const count = (shelf: Shelf, { length, takenBy, stored: { publisherId } }: Entry, sign: 1 | -1) => {
    shelf.keptLength += sign * length
    totalLength += sign * length
    if (takenBy.size > 0) return
    shelf.queuedMessages += sign
    shelf.queuedLength += sign * length
    const queue = queues.get(publisherId) ?? { messages: 0, length: 0 }
    const messages = queue.messages + sign
    if (messages === 0) queues.delete(publisherId)
    else queues.set(publisherId, { messages, length: queue.length + sign * length })
  }
  const add = (shelf: Shelf, entry: Entry) => {
    shelf.byMessageId.set(entry.messageId, entry)
    shelf.bySequence.set(entry.stored.sequence, entry)
    shelf.nextExpiryAt = Math.min(shelf.nextExpiryAt, entry.stored.expiresAt)
    count(shelf, entry, 1)
  }
  const drop = (shelf: Shelf, entry: Entry) => {
    shelf.byMessageId.delete(entry.messageId)
    shelf.bySequence.delete(entry.stored.sequence)
    count(shelf, entry, -1)
    if (shelf.bySequence.size === 0) shelves.delete(entry.stored.topic)
  }
  const dropExpired = (shelf: Shelf, at: number): number => {
    if (shelf.nextExpiryAt > at) return 0
    shelf.nextExpiryAt = Number.POSITIVE_INFINITY
    let dropped = 0
    for (const entry of shelf.bySequence.values()) {
      if (entry.stored.expiresAt > at) {
        shelf.nextExpiryAt = Math.min(shelf.nextExpiryAt, entry.stored.expiresAt)
        continue
      }
      drop(shelf, entry)
      dropped += 1
    }
    return dropped
  }
  const usageOf = (shelf: Shelf | undefined, publisherId: string): Usage => ({
    queuedMessages: shelf?.queuedMessages ?? 0,
    queuedLength: shelf?.queuedLength ?? 0,
    clientMessages: queues.get(publisherId)?.messages ?? 0,
    clientLength: queues.get(publisherId)?.length ?? 0,
    keptMessages: shelf?.bySequence.size ?? 0,
    keptLength: shelf?.keptLength ?? 0,
    totalLength,
  })
  const putOne = (publisherId: string, publish: IrnPublish): Entry | undefined => {
    const { topic, message, tag, attestation, ttlSeconds } = publish
    const publishedAt = now()
    const known = shelves.get(topic)
    if (known !== undefined) dropExpired(known, publishedAt)
    const messageId = messageIdOf(message)
    if (known?.byMessageId.has(messageId)) return undefined
    const length = lengthOf(publish)
    const usage = usageOf(known, publisherId)
    const isClientFull =
      usage.clientMessages >= limits.clientMessages || usage.clientLength + length > limits.clientLength
    // What it left on other topics may have expired meanwhile.
    if (isClientFull && purge() > 0) return putOne(publisherId, publish)
    checkUsage(usage, length, limits)
    lastSequence += 1
    const expiresAt = publishedAt + ttlSeconds * 1000
    const key = { topic, sequence: lastSequence }
    const stored = { ...key, publisherId, message, tag, attestation, publishedAt, expiresAt }
    const entry: Entry = { stored, messageId, length, takenBy: new Set() }
    add(shelfOf(topic), entry)
    return entry
  }
  const put = (publisherId: string, publishes: readonly IrnPublish[]): readonly StoredMessage[] => {
    const added: Entry[] = []
    try {
      for (const publish of publishes) {
        const entry = putOne(publisherId, publish)
        if (entry !== undefined) added.push(entry)
      }
    } catch (error) {
      for (const entry of added) drop(shelfOf(entry.stored.topic), entry)
      throw error
    }
    const stored = added.map((entry) => entry.stored)
    listener?.onStored(stored)
    return stored
  }
  const pending = (clientId: string, positions: readonly Position[]): PendingPage => {
    const at = now()
    const messages: StoredMessage[] = []
    let length = 0
    for (const { topic, afterSequence } of positions) {
      for (const entry of shelves.get(topic)?.bySequence.values() ?? []) {
        const { stored, takenBy } = entry
        const isWanted =
          stored.sequence > afterSequence &&
          stored.expiresAt > at &&
          stored.publisherId !== clientId &&
          !takenBy.has(clientId)
        if (!isWanted) continue
        const isFull = messages.length >= limits.pageMessages || length + entry.length > limits.pageLength
        if (isFull && messages.length > 0) return { messages, hasMore: true }
        messages.push(stored)
        length += entry.length
      }
    }
    return { messages, hasMore: false }
  }
  const remove = (clientId: string, keys: readonly MessageKey[]) => {
    for (const { topic, sequence } of keys) {
      const shelf = shelves.get(topic)
      const entry = shelf?.bySequence.get(sequence)
      if (shelf === undefined || entry === undefined || entry.stored.publisherId === clientId) continue
      count(shelf, entry, -1)
      entry.takenBy.add(clientId)
      count(shelf, entry, 1)
    }
  }
  const find = (receipts: readonly Receipt[]): readonly MessageKey[] => {
    const at = now()
    return receipts.flatMap(({ topic, messageId }) => {
      const stored = shelves.get(topic)?.byMessageId.get(messageId)?.stored
      return stored === undefined || stored.expiresAt <= at ? [] : [{ topic, sequence: stored.sequence }]
    })
  }
  const purge = () => {
    const at = now()
    let dropped = 0
    for (const shelf of shelves.values()) dropped += dropExpired(shelf, at)
    return dropped
  }
  const open = <T>(run: () => T): Promise<T> =>
    isClosed
      ? Promise.reject(new MailboxFailedError('The mailbox is closed.'))
      : new Promise((resolve) => resolve(run()))

  return {
    listen: (given) => {
      listener = given
    },
    watch: () => open(() => {}),
    unwatch: () => {},
    check: () => open(() => {}),
    put: (publisherId, publishes) => open(() => put(publisherId, publishes)),
    pending: (clientId, positions) => open(() => pending(clientId, positions)),
    remove: (clientId, keys) => open(() => remove(clientId, keys)),
    find: (receipts) => open(() => find(receipts)),
    purge: () => open(purge),
    close: async () => {
      isClosed = true
    },
  }
}
