import { formatDelivery, type Topic } from '@hawser/wire'
import type { ClientTopics } from '../limits/clientTopics.ts'
import type { Mailbox, PendingPage, StoredMessage } from '../mailboxes/mailbox.ts'
import { createCatchUp } from './catchUp.ts'
import { createLiveSubscriber } from './liveSubscriber.ts'
import { createPendingSubscription, type PendingSubscription } from './pendingSubscription.ts'
import { type Recipient, readInTurn } from './recipient.ts'
import { createSubscribers } from './subscribers.ts'
import { subscriptionIdOf } from './subscriptionId.ts'
import { isNew, openTopics, phaseOf, setSilent, type TopicState, topicStateOf } from './topicStates.ts'
import { receiptsUpTo, rememberFetch, rememberPush, takeKeys } from './unacknowledged.ts'
import { release, waitersOf, waitFor } from './waiters.ts'

/** The subscriptions of all connections, and all pushes to them. */
export type Deliveries = {
  /**
   * Subscribes. Nothing is pushed for new topics before `start`, so that the answer goes out first.
   * @throws SubscriberLimitExceededError - in which case no topic is subscribed
   */
  subscribe(recipient: Recipient, topics: readonly Topic[]): PendingSubscription
  /**
   * Resolves once every message stored so far on the started topics is pushed, or can no longer be pushed on this connection.
   */
  caughtUp(recipient: Recipient, topics: readonly Topic[]): Promise<void>
  unsubscribe(recipient: Recipient, topic: Topic): void
  /** Handles the client's answer to a push. The id can be quoted or bare. Ids that this connection did not send are ignored. */
  acknowledge(recipient: Recipient, idToken: string): void
  /** Handles the client's receipt of a fetch, which also confirms all earlier fetches. */
  acknowledgeFetch(recipient: Recipient, receipt: string): void
  /**
   * Returns pending messages without pushing them. The messages count as delivered on this connection. The page is empty while
   * the socket is full.
   */
  fetch(recipient: Recipient, topics: readonly Topic[]): Promise<PendingPage & { readonly receipt: string | undefined }>
  /** Continues pushing after the socket has drained. */
  resume(recipient: Recipient): void
  /** Pushes and fetches not acknowledged yet. */
  unacknowledgedCount(recipient: Recipient): number
  close(recipient: Recipient): void
}

const settled = Promise.resolve()

/** @param options - `nextId` returns a new id for a push: 19 digits */
export function createDeliveries(options: {
  readonly mailbox: Mailbox
  readonly clientTopics: ClientTopics
  readonly nextId: () => string
  readonly onFailure: (error: unknown) => void
}): Deliveries {
  const { mailbox, clientTopics, nextId, onFailure } = options

  const read = ({ clientId, topicStates }: Recipient, topics: readonly Topic[]) =>
    mailbox.pending(
      clientId,
      topics.map((topic) => ({ topic, afterSequence: topicStateOf(topicStates, topic).cursor })),
    )
  const push = (recipient: Recipient, message: StoredMessage, topicState: TopicState) => {
    const { topic, sequence } = message
    const id = nextId()
    topicState.cursor = sequence
    rememberPush(recipient.unacknowledged, id, { topic, sequence })
    topicState.subscriptionId ??= subscriptionIdOf(topic, recipient.clientId)
    recipient.push(formatDelivery(`"${id}"`, topicState.subscriptionId, message))
  }
  const catchUp = createCatchUp({ read, push, onFailure })
  const subscribers = createSubscribers(mailbox, createLiveSubscriber({ push, catchUp }))
  const leave = (recipient: Recipient, topics: readonly Topic[]) => {
    const { clientId, address, topicStates, waiters } = recipient
    const left = setSilent(topicStates, topics)
    clientTopics.remove(clientId, left, address)
    release(waiters, waitersOf(waiters, left))
    subscribers.remove(left, recipient)
  }
  const take = ({ clientId, unacknowledged }: Recipient, id: string) => {
    const keys = takeKeys(unacknowledged, id)
    if (keys !== undefined) mailbox.remove(clientId, keys).catch(onFailure)
  }
  const fetch = async (recipient: Recipient, topics: readonly Topic[]) => {
    const { topicStates, unacknowledged } = recipient
    // Otherwise, answers to a client that sends requests without reading would pile up in memory.
    if (!recipient.canPush()) return { messages: [], hasMore: true, receipt: undefined }
    const { messages: found, hasMore } = await read(recipient, [...new Set(topics)])
    // A message can have been pushed while the store was read.
    const messages = found.filter((message) => isNew(topicStates, message))
    if (messages.length === 0) return { messages, hasMore, receipt: undefined }
    const keys = messages.map(({ topic, sequence }) => ({ topic, sequence }))
    for (const { topic, sequence } of keys) topicStateOf(topicStates, topic).cursor = sequence
    return { messages, hasMore, receipt: rememberFetch(unacknowledged, nextId(), keys) }
  }

  return {
    subscribe(recipient, given) {
      if (recipient.isClosed) return { watched: settled, start: () => {}, rollback: () => {} }
      const { clientId, address, topicStates } = recipient
      const topics = [...new Set(given)]
      const fresh = topics.filter((topic) => phaseOf(topicStates, topic) === 'silent')
      clientTopics.add(clientId, fresh, address)
      const attempt = fresh.length === 0 ? settled : subscribers.add(fresh, recipient)
      openTopics(topicStates, fresh, attempt)
      return createPendingSubscription({
        ...{ topicStates, topics, attempt },
        leave: (opened) => leave(recipient, opened),
        catchUp: () => catchUp(recipient),
      })
    },
    async caughtUp({ topicStates, waiters }, topics) {
      const behind = [...new Set(topics)].filter((topic) => phaseOf(topicStates, topic) === 'behind')
      await Promise.all(behind.map((topic) => waitFor(waiters, topic)))
    },
    unsubscribe: (recipient, topic) => leave(recipient, [topic]),
    acknowledge(recipient, idToken) {
      // Some clients answer with the quoted id as sent, others with the bare number.
      take(recipient, idToken.startsWith('"') ? idToken.slice(1, -1) : idToken)
    },
    acknowledgeFetch(recipient, receipt) {
      for (const id of receiptsUpTo(recipient.unacknowledged, receipt)) take(recipient, id)
    },
    fetch: (recipient, topics) => readInTurn(recipient, () => fetch(recipient, topics)),
    resume: catchUp,
    unacknowledgedCount: ({ unacknowledged }) => unacknowledged.byId?.size ?? 0,
    close(recipient) {
      const { topicStates, unacknowledged } = recipient
      recipient.isClosed = true
      clearTimeout(recipient.retryTimer)
      leave(recipient, [...topicStates.byTopic.keys()])
      topicStates.byTopic.clear()
      unacknowledged.byId = undefined
    },
  }
}
