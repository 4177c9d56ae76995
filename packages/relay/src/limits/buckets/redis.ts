import { RedisUnreachableError } from '../../errors.ts'
import { withDeadline } from '../../redis/deadline.ts'
import { loadRedisWorld, parseRedisUrls, type RedisWorld } from '../../redis/redisAddress.ts'
import { readRedisScript, runRedisScript } from '../../redis/redisScript.ts'
import { createRedisShards } from '../../redis/redisShards.ts'
import type { Buckets, DelayMs, RateLimit } from '../buckets.ts'
import { createLeases } from './leases.ts'
import { createMemoryBuckets } from './memory.ts'

/** How long a relay waits for the shared buckets before it uses its own. */
const patienceMs = 250
/** How long the relay uses its own buckets after a failure before it asks Redis again. */
const awayMs = 1_000
/** A connection that has been silent for this long is replaced. */
const hangMs = 2_000
const mostAsked = 1_000

/**
 * Creates buckets in a Redis or a Redis Cluster, shared by all relays on it. While Redis is away, each relay uses its own
 * buckets.
 * @param options - `urls` as in `createRedisMailbox`; `startMs` is how long to wait for a Redis that is still starting
 * @throws InvalidRelayOptionError - or the error that kept Redis from answering
 * @example
 * const buckets = await createRedisBuckets({ urls: ['redis://127.0.0.1:6379'] })
 * const relay = createRelay({ mailbox, buckets })
 */
export async function createRedisBuckets(options: {
  readonly urls: readonly string[]
  readonly startMs?: number
  readonly world?: RedisWorld
}): Promise<Buckets> {
  const target = parseRedisUrls(options.urls)
  const world = options.world ?? (await loadRedisWorld())
  const script = readRedisScript([new URL('./paceTake.lua', import.meta.url)])
  const open = (address: string) => world.open(target, address)
  const shards = await createRedisShards({ addresses: target.addresses, open, startMs: options.startMs ?? 10_000 })
  const own = createMemoryBuckets()
  const leases = createLeases()
  let awayUntil = Number.NEGATIVE_INFINITY
  let asked = 0

  const ask = async (key: string, pace: RateLimit, cost: number, maxWaitMs: number): Promise<DelayMs> => {
    const args = [1_000 / pace.perSecond, pace.burst, cost, maxWaitMs, leases.sizeOf(pace)].map(String)
    const fail = () => new RedisUnreachableError('Redis does not answer.')
    const answer = withDeadline(hangMs, fail, (deadline) =>
      runRedisScript(shards, script, [`hawser:pace:{${key}}`], args, deadline),
    )
    const [wait, leased] = readAnswer(await withPatience(answer))
    if (leased > 0) leases.add(key, leased)
    return wait
  }

  return {
    take(key, pace, cost, maxWaitMs) {
      if (leases.take(key, cost)) return 0
      if (performance.now() < awayUntil || asked >= mostAsked) return own.take(key, pace, cost, maxWaitMs)
      asked += 1
      return ask(key, pace, cost, maxWaitMs)
        .catch(() => {
          awayUntil = performance.now() + awayMs
          return own.take(key, pace, cost, maxWaitMs)
        })
        .finally(() => {
          asked -= 1
        })
    },
    async close() {
      shards.close()
      await own.close()
    },
  }
}

function readAnswer(answer: unknown): readonly [DelayMs, number] {
  if (!Array.isArray(answer)) throw new RedisUnreachableError('Redis answered without a list.')
  const [wait, leased] = answer.map(Number)
  if (wait === undefined || leased === undefined) throw new RedisUnreachableError('Redis answered without numbers.')
  return [wait < 0 ? undefined : wait, leased]
}

function withPatience<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RedisUnreachableError('Redis is slow.')), patienceMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
