import type { IrnPublish, Topic } from '@hawser/wire'
import { MailboxFailedError } from '../errors.ts'
import { defaultMailboxLimits, type MailboxLimits } from '../limits.ts'
import {
  checkUsage,
  lengthOf,
  type Mailbox,
  type MessageKey,
  messageIdOf,
  type PendingPage,
  type Position,
  type StoredMessage,
  type Usage,
} from '../mailbox.ts'

type Entry = { readonly stored: StoredMessage; readonly length: number; readonly takenBy: Set<string> }
/** By message id, in the order of storing. */
type Shelf = Map<string, Entry>

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
  let lastSequence = 0
  let totalLength = 0
  let isClosed = false

  const forget = (shelf: Shelf, messageId: string, entry: Entry) => {
    shelf.delete(messageId)
    totalLength -= entry.length
  }
  const forgetExpired = (topic: Topic, at: number): number => {
    const shelf = shelves.get(topic)
    if (shelf === undefined) return 0
    let count = 0
    for (const [messageId, entry] of shelf) {
      if (entry.stored.expiresAt > at) continue
      forget(shelf, messageId, entry)
      count += 1
    }
    if (shelf.size === 0) shelves.delete(topic)
    return count
  }
  const usageOf = (topic: Topic): Usage => {
    const usage = { queuedMessages: 0, queuedLength: 0, keptMessages: 0, keptLength: 0, totalLength }
    for (const entry of shelves.get(topic)?.values() ?? []) {
      usage.keptMessages += 1
      usage.keptLength += entry.length
      if (entry.takenBy.size > 0) continue
      usage.queuedMessages += 1
      usage.queuedLength += entry.length
    }
    return usage
  }
  const putOne = (publisherId: string, publish: IrnPublish, at: number): [StoredMessage, () => void] | undefined => {
    forgetExpired(publish.topic, at)
    const messageId = messageIdOf(publish.message)
    if (shelves.get(publish.topic)?.has(messageId)) return undefined
    const length = lengthOf(publish)
    checkUsage(usageOf(publish.topic), length, limits)
    lastSequence += 1
    const { topic, message, tag, attestation, ttlSeconds } = publish
    const times = { publishedAt: at, expiresAt: at + ttlSeconds * 1000 }
    const stored: StoredMessage = { topic, sequence: lastSequence, publisherId, message, tag, attestation, ...times }
    const shelf = shelves.get(topic) ?? new Map()
    const entry = { stored, length, takenBy: new Set<string>() }
    shelves.set(topic, shelf.set(messageId, entry))
    totalLength += length
    return [stored, () => forget(shelf, messageId, entry)]
  }
  const put = (publisherId: string, publishes: readonly IrnPublish[]): readonly StoredMessage[] => {
    const added: [StoredMessage, () => void][] = []
    try {
      for (const publish of publishes) {
        const one = putOne(publisherId, publish, now())
        if (one !== undefined) added.push(one)
      }
    } catch (error) {
      for (const [, undo] of added) undo()
      throw error
    }
    return added.map(([stored]) => stored)
  }
  const pending = (clientId: string, positions: readonly Position[]): PendingPage => {
    const at = now()
    const messages: StoredMessage[] = []
    let length = 0
    for (const { topic, afterSequence } of positions) {
      for (const entry of shelves.get(topic)?.values() ?? []) {
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
      for (const { stored, takenBy } of shelves.get(topic)?.values() ?? [])
        if (stored.sequence === sequence && stored.publisherId !== clientId) takenBy.add(clientId)
    }
  }
  const open = <T>(run: () => T): Promise<T> =>
    isClosed
      ? Promise.reject(new MailboxFailedError('The mailbox is closed.'))
      : new Promise((resolve) => resolve(run()))

  return {
    put: (publisherId, publishes) => open(() => put(publisherId, publishes)),
    pending: (clientId, positions) => open(() => pending(clientId, positions)),
    remove: (clientId, keys) => open(() => remove(clientId, keys)),
    purge: () => open(() => [...shelves.keys()].reduce((count, topic) => count + forgetExpired(topic, now()), 0)),
    close: async () => {
      isClosed = true
    },
  }
}
