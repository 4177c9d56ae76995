import type { Entry } from './topicIndex.ts'

/** What waits of one publisher, over all topics: the messages no client has taken. */
export type PublisherQueue = { messages: number; length: number }

export type PublisherQueues = {
  /** Undefined: nothing. */
  of(publisherId: string): Readonly<PublisherQueue> | undefined
  /** Counts a message in, or out again. */
  count(entry: Entry, sign: 1 | -1): void
}

export function createPublisherQueues(): PublisherQueues {
  const queues = new Map<string, PublisherQueue>()
  return {
    of: (publisherId) => queues.get(publisherId),
    count({ publisherId, length }, sign) {
      const queue = queues.get(publisherId)
      if (queue === undefined) queues.set(publisherId, { messages: sign, length: sign * length })
      else if (queue.messages + sign === 0) queues.delete(publisherId)
      else {
        queue.messages += sign
        queue.length += sign * length
      }
    },
  }
}
