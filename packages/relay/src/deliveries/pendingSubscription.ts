import type { Topic } from '@hawser/wire'
import { setBehind, type TopicStates, topicStateOf } from './topicStates.ts'

/** A subscription in progress. */
export type PendingSubscription = {
  /**
   * Resolves once the store has reported everything it contains.
   * @throws MailboxFailedError - in which case no topic is subscribed
   */
  readonly watched: Promise<void>
  /** From this call on, pending and new messages are pushed. */
  start(): void
  /** Unsubscribes the topics that this call added and that have not started. */
  rollback(): void
}

/**
 * @param options - `attempt` is this call's own attempt, for the new topics; `leave` unsubscribes; `catchUp` pushes the pending
 * messages
 */
export function createPendingSubscription(options: {
  readonly topicStates: TopicStates
  readonly topics: readonly Topic[]
  readonly attempt: Promise<void>
  readonly leave: (topics: readonly Topic[]) => void
  readonly catchUp: () => void
}): PendingSubscription {
  const { topicStates, topics, attempt, leave, catchUp } = options
  // Includes topics that an earlier request subscribed, because that request can still be waiting for the store.
  const attempts = topics.map((topic) => [topic, topicStateOf(topicStates, topic).attempt] as const)
  /** The topics still as this call found or made them: neither left, nor left and subscribed again. */
  const opening = () =>
    attempts.filter(([topic, one]) => {
      const topicState = topicStates.byTopic.get(topic)
      return topicState?.phase === 'opening' && topicState.attempt === one
    })
  const takeBack = () => leave(opening().flatMap(([topic, one]) => (one === attempt ? [topic] : [])))
  const watch = async () => {
    try {
      await Promise.all(attempts.map(([, one]) => one))
    } catch (error) {
      takeBack()
      throw error
    }
  }
  const start = () => {
    for (const [topic] of opening()) {
      const topicState = topicStateOf(topicStates, topic)
      setBehind(topicStates, topic, topicState)
      // A read that began before this subscription does not see the messages stored in between.
      topicState.hasNews = true
    }
    catchUp()
  }
  return { watched: watch(), start, rollback: takeBack }
}
