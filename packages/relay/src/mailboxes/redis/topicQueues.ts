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
    const before = topics.map((topic) => last.get(topic)).filter((one) => one !== undefined)
    return before.length === 0 ? undefined : Promise.all(before)
  }
  return {
    after,
    run(topics, work) {
      const mine = after(topics)?.then(work) ?? work()
      const done: Promise<unknown> = mine
        .catch(() => {})
        .then(() => {
          for (const topic of topics) if (last.get(topic) === done) last.delete(topic)
        })
      for (const topic of topics) last.set(topic, done)
      return mine
    },
  }
}
