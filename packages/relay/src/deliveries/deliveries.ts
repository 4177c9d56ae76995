import { type AddressKey, formatDelivery, type Topic } from '@hawser/wire'
import type { ClientTopics } from '../limits/clientTopics.ts'
import type { Mailbox, PendingPage, StoredMessage } from '../mailboxes/mailbox.ts'
import { createCatchUp } from './catchUp.ts'
import { createLiveSubscriber } from './liveSubscriber.ts'
import { createPendingSubscription, type PendingSubscription } from './pendingSubscription.ts'
import { createSerialQueue } from './serialQueue.ts'
import type { Subscribers } from './subscribers.ts'
import { subscriptionIdOf } from './subscriptionId.ts'
import {
  createTopicStates,
  isNew,
  openTopics,
  phaseOf,
  setSilent,
  type TopicState,
  topicStateOf,
} from './topicStates.ts'
import { createUnacknowledged, receiptsUpTo, rememberFetch, rememberPush, takeKeys } from './unacknowledged.ts'
import { createWaiters, release, waitersOf, waitFor } from './waiters.ts'

/** The subscriptions of one connection, and all pushes to it. */
export type Deliveries = {
  /**
   * Subscribes. Nothing is pushed for new topics before `start`, so that the answer goes out first.
   * @throws SubscriberLimitExceededError - in which case no topic is subscribed
   */
  subscribe(topics: readonly Topic[]): PendingSubscription
  /**
   * Resolves once every message stored so far on the started topics is pushed, or can no longer be pushed on this connection.
   */
  caughtUp(topics: readonly Topic[]): Promise<void>
  unsubscribe(topic: Topic): void
  /** Handles the client's answer to a push. The id can be quoted or bare. Ids that this connection did not send are ignored. */
  acknowledge(idToken: string): void
  /** Handles the client's receipt of a fetch, which also confirms all earlier fetches. */
  acknowledgeFetch(receipt: string): void
  /**
   * Returns pending messages without pushing them. The messages count as delivered on this connection. The page is empty while
   * the socket is full.
   */
  fetch(topics: readonly Topic[]): Promise<PendingPage & { readonly receipt: string | undefined }>
  /** Continues pushing after the socket has drained. */
  resume(): void
  /** Pushes and fetches not acknowledged yet. */
  unacknowledgedCount(): number
  close(): void
}

const settled = Promise.resolve()

export function createDeliveries(options: {
  readonly clientId: string
  /** The address whose share of subscriptions this connection uses. */
  readonly address: AddressKey | undefined
  readonly mailbox: Mailbox
  readonly subscribers: Subscribers
  readonly clientTopics: ClientTopics
  /** Returns a new id for a push: 19 digits. */
  readonly nextId: () => string
  readonly canPush: () => boolean
  readonly push: (text: string) => void
  readonly onFailure: (error: unknown) => void
}): Deliveries {
  const { clientId, address, mailbox, subscribers, clientTopics, canPush, onFailure } = options
  const topicStates = createTopicStates()
  const unacknowledged = createUnacknowledged()
  const waiters = createWaiters()
  // Reads of the store move cursors when they return, so only one read runs at a time.
  const inTurn = createSerialQueue()
  let isClosed = false

  const read = (topics: readonly Topic[]) =>
    mailbox.pending(
      clientId,
      topics.map((topic) => ({ topic, afterSequence: topicStateOf(topicStates, topic).cursor })),
    )
  const push = (message: StoredMessage, topicState: TopicState) => {
    const { topic, sequence } = message
    const id = options.nextId()
    topicState.cursor = sequence
    rememberPush(unacknowledged, id, { topic, sequence })
    topicState.subscriptionId ??= subscriptionIdOf(topic, clientId)
    options.push(formatDelivery(`"${id}"`, topicState.subscriptionId, message))
  }
  const catchUp = createCatchUp({ topicStates, waiters, inTurn, read, canPush, push, onFailure })
  const subscriber = createLiveSubscriber({ clientId, topicStates, canPush, push, catchUp: catchUp.run })
  const leave = (topics: readonly Topic[]) => {
    const left = setSilent(topicStates, topics)
    clientTopics.remove(clientId, left, address)
    release(waiters, waitersOf(waiters, left))
    subscribers.remove(left, subscriber)
  }
  const take = (id: string) => {
    const keys = takeKeys(unacknowledged, id)
    if (keys !== undefined) mailbox.remove(clientId, keys).catch(onFailure)
  }
  const fetch = async (topics: readonly Topic[]) => {
    // Otherwise, answers to a client that sends requests without reading would pile up in memory.
    if (!canPush()) return { messages: [], hasMore: true, receipt: undefined }
    const { messages: found, hasMore } = await read([...new Set(topics)])
    // A message can have been pushed while the store was read.
    const messages = found.filter((message) => isNew(topicStates, message))
    if (messages.length === 0) return { messages, hasMore, receipt: undefined }
    const keys = messages.map(({ topic, sequence }) => ({ topic, sequence }))
    for (const { topic, sequence } of keys) topicStateOf(topicStates, topic).cursor = sequence
    return { messages, hasMore, receipt: rememberFetch(unacknowledged, options.nextId(), keys) }
  }

  return {
    subscribe(given) {
      if (isClosed) return { watched: settled, start: () => {}, rollback: () => {} }
      const topics = [...new Set(given)]
      const fresh = topics.filter((topic) => phaseOf(topicStates, topic) === 'silent')
      clientTopics.add(clientId, fresh, address)
      const attempt = fresh.length === 0 ? settled : subscribers.add(fresh, subscriber)
      openTopics(topicStates, fresh, attempt)
      return createPendingSubscription({ topicStates, topics, attempt, leave, catchUp: catchUp.run })
    },
    async caughtUp(topics) {
      const behind = [...new Set(topics)].filter((topic) => phaseOf(topicStates, topic) === 'behind')
      await Promise.all(behind.map((topic) => waitFor(waiters, topic)))
    },
    unsubscribe: (topic) => leave([topic]),
    // Some clients answer with the quoted id as sent, others with the bare number.
    acknowledge: (idToken) => take(idToken.startsWith('"') ? idToken.slice(1, -1) : idToken),
    acknowledgeFetch(receipt) {
      for (const id of receiptsUpTo(unacknowledged, receipt)) take(id)
    },
    fetch: (topics) => inTurn(() => fetch(topics)),
    resume: catchUp.run,
    unacknowledgedCount: () => unacknowledged.byId?.size ?? 0,
    close() {
      isClosed = true
      catchUp.stop()
      leave([...topicStates.byTopic.keys()])
      topicStates.byTopic.clear()
      unacknowledged.byId = undefined
    },
  }
}
