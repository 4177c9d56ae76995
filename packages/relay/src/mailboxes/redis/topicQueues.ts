import type { Topic } from '@hawser/wire'

/** Runs work on one topic in the order of the calls. Work on other topics runs in parallel. */
export type TopicQueues = {
  run<T>(topics: readonly Topic[], work: () => Promise<T>): Promise<T>
  /** Resolves when the work on the topics is done. Undefined when no work is in progress on any of them. */
  after(topics: readonly Topic[]): Promise<unknown> | undefined
}

export function createTopicQueues(): TopicQueues {
  const last = new Map<Topic, Promise<unknown>>()
  const after = (topics: readonly Topic[]) => {
    const [first] = topics
    if (topics.length === 1 && first !== undefined) return last.get(first)
    const before = topics.map((topic) => last.get(topic)).filter((one) => one !== undefined)
    return before.length === 0 ? undefined : Promise.all(before)
  }
  return {
    after,
    run(topics, work) {
      const mine = after(topics)?.then(work) ?? work()
      const clear = () => {
        for (const topic of topics) if (last.get(topic) === done) last.delete(topic)
      }
      const done: Promise<unknown> = mine.then(clear, clear)
      for (const topic of topics) last.set(topic, done)
      return mine
    },
  }
}

/** The topics of some items, each once, in the order of the items. */
export function topicsOf(items: readonly { readonly topic: Topic }[]): readonly Topic[] {
  const [first] = items
  return items.length === 1 && first !== undefined ? [first.topic] : [...new Set(items.map(({ topic }) => topic))]
}
