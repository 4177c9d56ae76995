import type { Topic } from '@hawser/wire'
import { SubscriberLimitExceededError } from '../errors.ts'

/** The topics each client id is subscribed to at this relay, over all its sockets: a topic counts once (T-89). */
export type ClientTopics = {
  /** @throws SubscriberLimitExceededError - and none is added */
  add(clientId: string, topics: readonly Topic[]): void
  remove(clientId: string, topics: readonly Topic[]): void
}

/** @param options - topics of one client id, and of all together */
export function createClientTopics(options: { readonly perClient: number; readonly inAll: number }): ClientTopics {
  const { perClient, inAll } = options
  /** By client id: each topic, and by how many of its sockets. */
  const byClient = new Map<string, Map<Topic, number>>()
  let count = 0

  return {
    add(clientId, topics) {
      if (topics.length === 0) return
      const mine = byClient.get(clientId) ?? new Map<Topic, number>()
      const fresh = topics.reduce((sum, topic) => sum + (mine.has(topic) ? 0 : 1), 0)
      if (mine.size + fresh > perClient)
        throw new SubscriberLimitExceededError(`One client may subscribe to ${perClient} topics.`)
      if (count + fresh > inAll)
        throw new SubscriberLimitExceededError('This relay has as many subscriptions as it takes. Try again later.')
      for (const topic of topics) mine.set(topic, (mine.get(topic) ?? 0) + 1)
      byClient.set(clientId, mine)
      count += fresh
    },
    remove(clientId, topics) {
      const mine = byClient.get(clientId)
      if (mine === undefined) return
      for (const topic of topics) {
        const sockets = mine.get(topic) ?? 0
        if (sockets > 1) mine.set(topic, sockets - 1)
        else if (mine.delete(topic)) count -= 1
      }
      if (mine.size === 0) byClient.delete(clientId)
    },
  }
}
