import type { Topic } from '@hawser/wire'

/** A caller that waits until all stored messages of a topic are pushed. */
export type Waiter = { readonly topic: Topic; readonly done: () => void }

export type Waiters = {
  /** Created on demand, because most connections are idle. */
  byTopic: Map<Topic, Set<Waiter>> | undefined
}

export function createWaiters(): Waiters {
  return { byTopic: undefined }
}

/** Resolves when `release` is called for this waiter. */
export function waitFor(waiters: Waiters, topic: Topic): Promise<void> {
  return new Promise((done) => {
    waiters.byTopic ??= new Map()
    waiters.byTopic.set(topic, (waiters.byTopic.get(topic) ?? new Set()).add({ topic, done }))
  })
}

export function waitersOf({ byTopic }: Waiters, topics: readonly Topic[]): readonly Waiter[] {
  return byTopic === undefined ? [] : topics.flatMap((topic) => [...(byTopic.get(topic) ?? [])])
}

export function release(waiters: Waiters, released: readonly Waiter[]): void {
  for (const waiter of released) {
    const set = waiters.byTopic?.get(waiter.topic)
    set?.delete(waiter)
    if (set?.size === 0) waiters.byTopic?.delete(waiter.topic)
    waiter.done()
  }
  if (waiters.byTopic?.size === 0) waiters.byTopic = undefined
}
