import type { Topic } from '@hawser/wire'
import type { MailboxLimits } from '../limits/limits.ts'
import type { PendingPage, StoredMessage, TopicPosition } from './mailbox.ts'
import type { MessageIndex } from './messageIndex.ts'
import type { Entry } from './topicIndex.ts'

/** Returns one page of pending messages, with at least one message if any is pending. `read` fetches the text of a message. */
export function pageOf(
  index: MessageIndex,
  limits: MailboxLimits,
  clientId: string,
  positions: readonly TopicPosition[],
  read: (topic: Topic, entry: Entry) => StoredMessage | undefined,
): PendingPage {
  const messages: StoredMessage[] = []
  let length = 0
  for (const position of positions) {
    for (const entry of index.pending(clientId, position)) {
      length += entry.length
      const isFull = messages.length >= limits.pageMessages || length > limits.pageLength
      if (isFull && messages.length > 0) return { messages, hasMore: true }
      const message = read(position.topic, entry)
      if (message !== undefined) messages.push(message)
    }
  }
  return { messages, hasMore: false }
}
