import type { Topic } from '@hawser/wire'
import type { Mailbox, News, StoredMessage } from '../mailboxes/mailbox.ts'

/** How a store reports messages to one connection. */
export type Subscriber = {
  /** A message in a store that serves only this relay. */
  offer(message: StoredMessage): void
  /** Something was stored on a topic; undefined: it may have been. */
  hear(topic: Topic, news: News | undefined): void
}

/** The connections that listen on a topic now, in this process. */
export type Subscribers = {
  /**
   * Once this resolves, the subscriber is notified of everything stored on the topics. When it fails, the caller removes the
   * subscriber from those topics that it has not left or subscribed to again meanwhile.
   * @throws MailboxFailedError
   */
  add(topics: readonly Topic[], subscriber: Subscriber): Promise<void>
  remove(topics: readonly Topic[], subscriber: Subscriber): void
}

/** Watches a mailbox's topics while anybody is subscribed to them, and passes on its reports, in order. */
export function createSubscribers(mailbox: Mailbox): Subscribers {
  // A topic has few subscribers, mostly one, and a set takes ten times the memory of an array. The array is replaced,
  // not changed, so that subscribers can leave or join during a report.
  const byTopic = new Map<Topic, readonly Subscriber[]>()
  const subscribersOf = (topic: Topic) => byTopic.get(topic) ?? []

  mailbox.listen({
    onStored(messages) {
      for (const message of messages) for (const subscriber of subscribersOf(message.topic)) subscriber.offer(message)
    },
    onNews(news) {
      for (const subscriber of subscribersOf(news.topic)) subscriber.hear(news.topic, news)
    },
    onGap(topics) {
      for (const topic of topics) for (const subscriber of subscribersOf(topic)) subscriber.hear(topic, undefined)
    },
  })

  const remove = (topics: readonly Topic[], subscriber: Subscriber) => {
    const abandoned = topics.filter((topic) => {
      const rest = byTopic.get(topic)?.filter((other) => other !== subscriber)
      if (rest !== undefined && rest.length > 0) byTopic.set(topic, rest)
      return rest?.length === 0
    })
    for (const topic of abandoned) byTopic.delete(topic)
    if (abandoned.length > 0) mailbox.unwatch(abandoned)
  }
  return {
    async add(topics, subscriber) {
      for (const topic of topics) {
        const others = byTopic.get(topic) ?? []
        if (!others.includes(subscriber)) byTopic.set(topic, [...others, subscriber])
      }
      // Also for topics watched already: the first to ask may still wait for it.
      await mailbox.watch(topics)
    },
    remove,
  }
}
