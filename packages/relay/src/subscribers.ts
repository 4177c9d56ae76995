import type { Topic } from '@hawser/wire'
import type { StoredMessage } from './mailbox.ts'

/** One connection's ear. */
export type Subscriber = { offer(message: StoredMessage): void }

/** Who listens on a topic now, in this process. */
export type Subscribers = {
  add(topic: Topic, subscriber: Subscriber): void
  remove(topic: Topic, subscriber: Subscriber): void
  /** Offers newly stored messages, in their order, to everyone subscribed to their topics. */
  offer(messages: readonly StoredMessage[]): void
}

export function createSubscribers(): Subscribers {
  const byTopic = new Map<Topic, Set<Subscriber>>()
  return {
    add(topic, subscriber) {
      const set = byTopic.get(topic)
      if (set === undefined) byTopic.set(topic, new Set([subscriber]))
      else set.add(subscriber)
    },
    remove(topic, subscriber) {
      const set = byTopic.get(topic)
      set?.delete(subscriber)
      if (set?.size === 0) byTopic.delete(topic)
    },
    offer(messages) {
      for (const message of messages)
        for (const subscriber of byTopic.get(message.topic) ?? []) subscriber.offer(message)
    },
  }
}
