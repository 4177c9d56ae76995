import type { Topic } from '@hawser/wire'
import type { Mailbox, MessageNotification, StoredMessage } from '../mailboxes/mailbox.ts'

/** The callbacks through which a store reports messages to one connection. */
export type Subscriber = {
  /** Receives a message from a store that serves only this relay. */
  offer(message: StoredMessage): void
  /** Receives news of a message on a topic. `news` is undefined when the store only knows that it may have missed a message. */
  hear(topic: Topic, news: MessageNotification | undefined): void
}

/** The connections of this process that are subscribed to each topic. */
export type Subscribers = {
  /**
   * Resolves once the store reports every new message on the topics to the subscriber. If the call fails, the caller removes
   * the subscriber from the topics that it has neither left nor subscribed to again.
   * @throws MailboxFailedError
   */
  add(topics: readonly Topic[], subscriber: Subscriber): Promise<void>
  remove(topics: readonly Topic[], subscriber: Subscriber): void
}

/** Watches each topic of a mailbox while it has subscribers, and passes on the mailbox's reports in order. */
export function createSubscribers(mailbox: Mailbox): Subscribers {
  // A topic has few subscribers, mostly one, and a set takes ten times the memory of an array. The array is replaced, not
  // changed, so that subscribers can leave or join during a report.
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
      // Topics that are already watched are included, because their first `watch` call can still be in progress.
      await mailbox.watch(topics)
    },
    remove,
  }
}
