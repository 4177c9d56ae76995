import type { Topic } from '@hawser/wire'
import type { Mailbox, StoredMessage } from '../mailboxes/mailbox.ts'
import type { Recipient } from './recipient.ts'

/** The callbacks through which a store reports messages to a connection. */
export type Subscriber = {
  /** Receives a newly stored message. */
  offer(recipient: Recipient, message: StoredMessage): void
  /** The store may have failed to report messages of the topic. */
  doubt(recipient: Recipient, topic: Topic): void
}

/** The connections of this process that are subscribed to each topic. */
export type Subscribers = {
  /**
   * Resolves once the store reports every new message on the topics to the recipient. If the call fails, the caller removes the
   * recipient from the topics that it has neither left nor subscribed to again.
   * @throws MailboxFailedError
   */
  add(topics: readonly Topic[], recipient: Recipient): Promise<void>
  remove(topics: readonly Topic[], recipient: Recipient): void
}

/** Watches each topic of a mailbox while it has recipients, and passes on the mailbox's reports in order. */
export function createSubscribers(mailbox: Mailbox, subscriber: Subscriber): Subscribers {
  // A topic has few recipients, mostly one, and a set takes ten times the memory of an array. The array is replaced, not
  // changed, so that recipients can leave or join during a report.
  const byTopic = new Map<Topic, readonly Recipient[]>()
  const recipientsOf = (topic: Topic) => byTopic.get(topic) ?? []

  mailbox.listen({
    onStored(messages) {
      for (const message of messages)
        for (const recipient of recipientsOf(message.topic)) subscriber.offer(recipient, message)
    },
    onGap(topics) {
      for (const topic of topics) for (const recipient of recipientsOf(topic)) subscriber.doubt(recipient, topic)
    },
  })

  return {
    async add(topics, recipient) {
      for (const topic of topics) {
        const others = recipientsOf(topic)
        if (!others.includes(recipient)) byTopic.set(topic, [...others, recipient])
      }
      // Topics that are already watched are included, because their first `watch` call can still be in progress.
      await mailbox.watch(topics)
    },
    remove(topics, recipient) {
      const abandoned = topics.filter((topic) => {
        const rest = byTopic.get(topic)?.filter((other) => other !== recipient)
        if (rest !== undefined && rest.length > 0) byTopic.set(topic, rest)
        return rest?.length === 0
      })
      for (const topic of abandoned) byTopic.delete(topic)
      if (abandoned.length > 0) mailbox.unwatch(abandoned)
    },
  }
}
