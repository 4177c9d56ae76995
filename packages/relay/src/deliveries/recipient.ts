import type { AddressKey } from '@hawser/wire'
import { createTopicStates, type TopicStates } from './topicStates.ts'
import { createUnacknowledged, type Unacknowledged } from './unacknowledged.ts'
import { createWaiters, type Waiters } from './waiters.ts'

/**
 * A connection that receives messages: its topics, and what it has not acknowledged yet. This is plain data with functions over
 * it, because closures would cost memory on every idle connection.
 */
export type Recipient = {
  readonly clientId: string
  /** The address whose share of subscriptions this connection uses. */
  readonly address: AddressKey | undefined
  readonly canPush: () => boolean
  readonly push: (text: string) => void
  readonly topicStates: TopicStates
  readonly unacknowledged: Unacknowledged
  readonly waiters: Waiters
  lastRead: Promise<void>
  isCatchingUp: boolean
  retryTimer: NodeJS.Timeout | undefined
  isClosed: boolean
}

const settled = Promise.resolve()
const ignore = () => {}

/** @param options - `push` sends a text while `canPush` returns true */
export function createRecipient({
  clientId,
  address,
  canPush,
  push,
}: Pick<Recipient, 'clientId' | 'address' | 'canPush' | 'push'>): Recipient {
  // Written without spreads: V8 keeps the fields of a second spread in an array of their own.
  return {
    clientId,
    address,
    canPush,
    push,
    topicStates: createTopicStates(),
    unacknowledged: createUnacknowledged(),
    waiters: createWaiters(),
    lastRead: settled,
    isCatchingUp: false,
    retryTimer: undefined,
    isClosed: false,
  }
}

/**
 * Reads the store after every earlier read of the recipient, even if one fails. Reads move cursors when they return, so only
 * one runs at a time.
 */
export function readInTurn<T>(recipient: Recipient, read: () => Promise<T>): Promise<T> {
  const result = recipient.lastRead.then(read)
  recipient.lastRead = result.then(ignore, ignore)
  return result
}
