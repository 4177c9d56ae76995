import { MailboxFailedError } from '../../errors.ts'
import { type Deadline, onOver } from '../../redis/deadline.ts'
import { replyCodeOf } from '../../redis/redisFailure.ts'
import type { RedisLink } from '../../redis/redisLink.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import type { RedisCalls } from './redisCalls.ts'
import { schemaKey } from './redisCheck.ts'
import type { TopicNotifications } from './topicNotifications.ts'

/**
 * Resolves if any master serves and confirms subscriptions. While one node of a cluster is away, the messages of the other
 * nodes remain available, and all relays miss the same node.
 * @throws MailboxFailedError
 */
export async function reachAnyMaster(options: {
  readonly shards: RedisShards
  readonly calls: RedisCalls
  readonly notifications: TopicNotifications
  readonly timeoutMs: number
}): Promise<void> {
  const { shards, calls, notifications, timeoutMs } = options
  const answers = shards.masters().map((link) =>
    calls.start(async ({ deadline }) => {
      if (!notifications.isDeaf(link.address, timeoutMs)) return ask(link, deadline)
      throw new MailboxFailedError('Redis did not confirm a subscription. Try again.')
    }),
  )
  await Promise.any(answers).catch(({ errors: [error] }: AggregateError) => {
    throw error ?? new MailboxFailedError('No known Redis is a master. Try again.')
  })
}

/** Checks that a node serves commands. Pings are not enough: a node answers them even while the cluster as a whole is down. */
async function ask(link: RedisLink, deadline: Deadline): Promise<void> {
  const sentAt = performance.now()
  const forget = onOver(deadline, () => link.reset(sentAt))
  try {
    await link.send(['GET', schemaKey])
    link.heard()
  } catch (error) {
    // Another node has this key, so the cluster is healthy.
    if (replyCodeOf(error) !== 'MOVED') throw error
    link.heard()
  } finally {
    forget()
  }
}
