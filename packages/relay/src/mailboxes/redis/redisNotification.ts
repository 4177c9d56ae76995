import type { Topic } from '@hawser/wire'
import type { MessageNotification } from '../mailbox.ts'

// An earlier version writes only the first two fields. It takes the rest for a part of the publisher's id, and reads the store.
const pattern = /^(\d+) (.*)(?:\n(\d+) (\d+) (\d+) (\d+) (.*)\n)?/

/** Reads the news that a script publishes on a topic's channel when it stores a message. */
export function parseNotification(topic: Topic, text: string): MessageNotification {
  const [head = '', first, publisherId = '', ...rest] = pattern.exec(text) ?? []
  const sequence = Number(first)
  const [previous, publishedAt, expiresAt, tag, attestation] = rest
  if (previous === undefined || attestation === undefined) return { topic, sequence, publisherId }
  const times = { publishedAt: Number(publishedAt), expiresAt: Number(expiresAt) }
  const message = {
    topic,
    sequence,
    publisherId,
    message: text.slice(head.length),
    tag: Number(tag),
    attestation,
    ...times,
  }
  return { topic, sequence, publisherId, carried: { message, previousSequence: Number(previous) } }
}
