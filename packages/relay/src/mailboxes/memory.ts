import { MailboxFailedError } from '../errors.ts'
import { type MailboxLimits, mailboxLimitsOf } from '../limits/limits.ts'
import {
  inOrder,
  type Mailbox,
  type MailboxListener,
  type PendingPage,
  type StoredMessage,
  type TopicPosition,
} from './mailbox.ts'
import { createMessageIndex } from './messageIndex.ts'
import { pageOf } from './pageOf.ts'

/**
 * A mailbox in memory, for tests and for relays that can lose messages on restart.
 * @param options - `now` returns epoch milliseconds
 * @example
 * const relay = createRelay({ mailbox: createMemoryMailbox() })
 */
export function createMemoryMailbox(
  options: { readonly now?: () => number; readonly limits?: Partial<MailboxLimits> } = {},
): Mailbox {
  const now = options.now ?? Date.now
  const limits = mailboxLimitsOf(options.limits)
  const messages = new Map<number, StoredMessage>()
  const index = createMessageIndex({ now, limits, onDrop: ({ sequence }) => messages.delete(sequence) })
  let isClosed = false
  let listener: MailboxListener | undefined

  const open = <T>(run: () => T): Promise<T> =>
    isClosed
      ? Promise.reject(new MailboxFailedError('The mailbox is closed.'))
      : new Promise((resolve) => resolve(run()))
  const pending = (clientId: string, positions: readonly TopicPosition[]): PendingPage =>
    pageOf(index, limits, clientId, positions, (_topic, { sequence }) => messages.get(sequence))

  return {
    listen: (given) => {
      listener = given
    },
    watch: () => open(() => {}),
    unwatch: () => {},
    check: () => open(() => {}),
    put: (publisherId, publishes, address) =>
      open(() => {
        const stored = index.put(publisherId, publishes, address).map((placed) => placed.stored)
        for (const message of stored) messages.set(message.sequence, message)
        listener?.onStored(stored)
        return stored
      }),
    pending: (clientId, positions) => open(() => pending(clientId, positions)),
    remove: (clientId, keys) =>
      open(() => {
        for (const key of inOrder(keys)) index.take(clientId, key)
      }),
    find: (receipts) => open(() => index.find(receipts)),
    purge: () => open(() => index.dropExpired(Number.POSITIVE_INFINITY)),
    close: async () => {
      isClosed = true
    },
  }
}
