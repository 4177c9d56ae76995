import type { Topic } from '@hawser/wire'
import { type Places, placeOf, setBehind } from './places.ts'

/** A subscription in progress. */
export type Subscribing = {
  /**
   * Resolves once the store has reported everything it holds.
   * @throws MailboxFailedError - and none of the topics is subscribed
   */
  readonly watched: Promise<void>
  /** From now on pending and new messages are pushed. */
  start(): void
  /** Of topics that were new and are not started. */
  takeBack(): void
}

/**
 * @param options - `attempt` is this call's own, for the topics that were new; `leave` unsubscribes; `catchUp` pushes
 * the rest
 */
export function createSubscribing(options: {
  readonly places: Places
  readonly topics: readonly Topic[]
  readonly attempt: Promise<void>
  readonly leave: (topics: readonly Topic[]) => void
  readonly catchUp: () => void
}): Subscribing {
  const { places, topics, attempt, leave, catchUp } = options
  // Also for the other topics: an earlier request may still wait for the store.
  const attempts = topics.map((topic) => [topic, placeOf(places, topic).attempt] as const)
  /** Still as this call found or made them: not left, nor left and subscribed again. */
  const opening = () =>
    attempts.filter(([topic, one]) => {
      const place = places.byTopic.get(topic)
      return place?.phase === 'opening' && place.attempt === one
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
      const place = placeOf(places, topic)
      setBehind(places, topic, place)
      // A read that began before this subscription does not know the messages in between.
      place.hasNews = true
    }
    catchUp()
  }
  return { watched: watch(), start, takeBack }
}
