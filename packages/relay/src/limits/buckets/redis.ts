import { createHash } from 'node:crypto'
import { type Deadline, withDeadline } from '../../redis/deadline.ts'
import { loadRedisWorld, parseRedisUrls, type RedisWorld } from '../../redis/redisAddress.ts'
import { createRedisShards } from '../../redis/redisShards.ts'
import type { Buckets, Pace, Wait } from '../buckets.ts'
import { createLeases } from './leases.ts'
import { createMemoryBuckets } from './memory.ts'

// The same sum as paceTake.ts, by Redis' own clock, which may be set back: a key holds when the bucket will be full, and
// when that was written. It goes when the bucket is full again. ARGV: milliseconds a token takes, burst, cost, longest
// wait, and how many tokens more to take when nobody has to wait for them.
const script = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local tokenMs, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local maxWaitMs, more = tonumber(ARGV[4]), tonumber(ARGV[5])
local fullAt, writtenAt = string.match(redis.call('GET', KEYS[1]) or '0 0', '(%S+) (%S+)')
local from = math.max(now, fullAt - math.max(0, writtenAt - now))
local wait = math.max(0, from + (math.min(cost, burst) - burst) * tokenMs - now)
if wait > maxWaitMs then return {-1, 0} end
local nextAt = from + cost * tokenMs
if nextAt + more * tokenMs - now > burst * tokenMs then more = 0 end
nextAt = nextAt + more * tokenMs
local keptMs = math.max(1, math.ceil(nextAt - now))
redis.call('SET', KEYS[1], string.format('%.3f %.3f', nextAt, now), 'PX', string.format('%.0f', keptMs))
return {math.ceil(wait), more}
`
const scriptId = createHash('sha1').update(script).digest('hex')

/** A relay waits no longer than this for a rate; then it keeps its own. */
const patienceMs = 250
/** How long it then does not ask again. */
const awayMs = 1_000
/** A connection on which nothing came for so long is made anew. */
const hangMs = 2_000
const mostAsked = 1_000

/**
 * Buckets in a Redis or a Redis Cluster, shared by all relays on it. While Redis is away each relay keeps its own.
 * @param options - `urls` as of `createRedisMailbox`; `startMs` how long a Redis that is still starting is waited for
 * @throws InvalidRelayOptionError - and whatever kept Redis from answering
 */
export async function createRedisBuckets(options: {
  readonly urls: readonly string[]
  readonly startMs?: number
  readonly world?: RedisWorld
}): Promise<Buckets> {
  const target = parseRedisUrls(options.urls)
  const world = options.world ?? (await loadRedisWorld())
  const open = (address: string) => world.open(target, address)
  const shards = await createRedisShards({ addresses: target.addresses, open, startMs: options.startMs ?? 10_000 })
  const own = createMemoryBuckets()
  const leases = createLeases()
  let awayUntil = Number.NEGATIVE_INFINITY
  let asked = 0

  const run = async (key: string, args: readonly string[], deadline: Deadline): Promise<unknown> => {
    const rest = ['1', key, ...args]
    try {
      return await shards.run(key, ['EVALSHA', scriptId, ...rest], deadline)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return shards.run(key, ['EVAL', script, ...rest], deadline)
    }
  }
  const ask = async (key: string, pace: Pace, cost: number, maxWaitMs: number): Promise<Wait> => {
    const args = [1_000 / pace.perSecond, pace.burst, cost, maxWaitMs, leases.sizeOf(pace)].map(String)
    const fail = () => new Error('Redis does not answer.')
    const answer = withDeadline(hangMs, fail, (deadline) => run(`hawser:pace:{${key}}`, args, deadline))
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

function readAnswer(answer: unknown): readonly [Wait, number] {
  if (!Array.isArray(answer)) throw new TypeError('Redis answered no list.')
  const [wait, leased] = answer.map(Number)
  if (wait === undefined || leased === undefined) throw new TypeError('Redis answered no numbers.')
  return [wait < 0 ? undefined : wait, leased]
}

function withPatience<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis is slow.')), patienceMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
