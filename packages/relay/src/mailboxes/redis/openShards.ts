import { MailboxFailedError, MailboxUnusableError, RedisUnreachableError } from '../../errors.ts'
import type { RelayLogger } from '../../logger.ts'
import { withDeadline } from '../../redis/deadline.ts'
import { explain, isRefusal, replyCodeOf } from '../../redis/redisFailure.ts'
import type { RedisConnection, RedisLink } from '../../redis/redisLink.ts'
import { createRedisShards, type RedisShards } from '../../redis/redisShards.ts'
import { checkRedis, checkSchema, readSalt, unboundedText } from './redisCheck.ts'

type OpenOptions = {
  readonly addresses: readonly string[]
  readonly open: (address: string) => RedisConnection
  readonly onMaster: (link: RedisLink) => void
  /** How long to wait for a Redis that is still starting. */
  readonly startMs: number
  readonly acceptLoss: boolean
  readonly logger: RelayLogger
}

const stillStarting = ['LOADING', 'CLUSTERDOWN', 'MASTERDOWN']
const startRetryMs = 200

/**
 * Connects, and checks whether this Redis can be used.
 * @returns the shards, and the salt of `hashAddress`, which all relays on this Redis share
 * @throws MailboxUnusableError, RedisUnsafeError
 */
export async function openShards(
  options: OpenOptions,
): Promise<{ readonly shards: RedisShards; readonly salt: string }> {
  const until = performance.now() + options.startMs
  for (;;) {
    const leftMs = Math.max(until - performance.now(), startRetryMs)
    let shards: RedisShards | undefined
    try {
      shards = await createRedisShards({ ...options, startMs: leftMs })
      return { shards, salt: await checkAll(shards, options, leftMs) }
    } catch (cause) {
      shards?.close()
      if (replyCodeOf(cause) === undefined && isFinal(cause)) throw cause
      const isWorthIt = stillStarting.includes(replyCodeOf(cause) ?? '') && !isRefusal(cause)
      if (!isWorthIt || performance.now() > until)
        throw new MailboxUnusableError(`The relay cannot use its Redis. ${explain(cause)}`, { cause })
      await new Promise((resolve) => setTimeout(resolve, startRetryMs))
    }
  }
}

/** Whether an error of Hawser explains itself in full, unlike one of a failed call or connection. */
function isFinal(error: unknown): boolean {
  if (error instanceof MailboxFailedError || error instanceof RedisUnreachableError) return false
  return error instanceof Error && 'docsUrl' in error
}

function checkAll(shards: RedisShards, { acceptLoss, logger }: OpenOptions, ms: number): Promise<string> {
  const fail = () => new MailboxUnusableError('The relay cannot use its Redis: it does not answer.')
  return withDeadline(ms, fail, async (deadline) => {
    const checks = shards.masters().map((link) => checkRedis(link.send, acceptLoss))
    const isBounded = (await Promise.all(checks)).every((found) => found.isBounded)
    if (!isBounded) logger.warn({}, unboundedText)
    const run = (key: string, command: readonly string[]) => shards.run(key, command, deadline)
    await checkSchema(run)
    return readSalt(run)
  })
}
