import type { Topic } from '@hawser/wire'
import { type Places, placeOf, setBehind } from './places.ts'

/** A subscription on its way. */
export type Subscribing = {
  /**
   * Resolves once what is stored is told.
   * @throws MailboxFailedError - and none of the topics is subscribed
   */
  readonly watched: Promise<void>
  /** What is pending is pushed from now on, and what comes. */
  start(): void
  /** Of topics that were new and are not started. */
  takeBack(): void
}

/**
 * @param options - `attempt` is this call's own, of the topics that were new; `leave` unsubscribes; `catchUp` pushes what
 * is behind
 */
export function createSubscribing(options: {
  readonly places: Places
  readonly topics: readonly Topic[]
  readonly attempt: Promise<void>
  readonly leave: (topics: readonly Topic[]) => void
  readonly catchUp: () => void
}): Subscribing {
  const { places, topics, attempt, leave, catchUp } = options
  // Of the others too: a request before this one may still wait for the store.
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
      // A read that began before this subscription knows nothing of what came between.
      place.hasNews = true
    }
    catchUp()
  }
  return { watched: watch(), start, takeBack }
}
