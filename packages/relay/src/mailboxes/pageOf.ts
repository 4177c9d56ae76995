import type { Topic } from '@hawser/wire'
import type { MailboxLimits } from '../limits/limits.ts'
import type { TopicPosition } from './mailbox.ts'
import type { MessageIndex } from './messageIndex.ts'
import type { Entry } from './topicIndex.ts'

/** Returns one page of pending messages, with at least one message if any is pending. `read` returns each message's form. */
export function pageOf<T>(
  index: MessageIndex,
  limits: MailboxLimits,
  clientId: string,
  positions: readonly TopicPosition[],
  read: (topic: Topic, entry: Entry) => T | undefined,
): { readonly messages: readonly T[]; readonly hasMore: boolean } {
  const messages: T[] = []
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
