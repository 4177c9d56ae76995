import type { Topic } from '@hawser/wire'
import { MailboxFailedError } from '../errors.ts'
import { type MailboxLimits, mailboxLimitsOf } from '../limits/limits.ts'
import { type RelayLogger, silentLogger } from '../logger.ts'
import { loadRedisWorld, parseRedisUrls, type RedisWorld } from '../redis/redisAddress.ts'
import { redirectionOf } from '../redis/redisShards.ts'
import { createHashAddress } from './hashAddress.ts'
import type { Mailbox, MailboxListener } from './mailbox.ts'
import { openShards } from './redis/openShards.ts'
import { createRedisAccounts } from './redis/redisAccounts.ts'
import { createRedisAcks } from './redis/redisAcks.ts'
import { createRedisCalls } from './redis/redisCalls.ts'
import { createRedisHealth } from './redis/redisHealth.ts'
import { parseNotification } from './redis/redisNotification.ts'
import { createRedisPending } from './redis/redisPending.ts'
import { createRedisPurge } from './redis/redisPurge.ts'
import { createRedisPut } from './redis/redisPut.ts'
import { reachAnyMaster } from './redis/redisReach.ts'
import { createRedisRoom } from './redis/redisRoom.ts'
import { readRedisScripts } from './redis/redisScripts.ts'
import { createRunScript, type Moment } from './redis/redisSteps.ts'
import { createRedisSubscriber } from './redis/redisSubscriber.ts'
import { createTopicNotifications, type Watching } from './redis/topicNotifications.ts'
import { createTopicQueues } from './redis/topicQueues.ts'

export type RedisMailboxOptions = {
  /** `redis://user:password@host:port/database`, `rediss:` with TLS. */
  readonly url?: string
  /** Several nodes of a Redis Cluster, any of which can be down. Replaces `url`. */
  readonly urls?: readonly string[]
  readonly limits?: Partial<MailboxLimits>
  /** Accepts a Redis that can lose messages that clients believe stored: without AOF, or with eviction. */
  readonly acceptLoss?: boolean
  /** Returns epoch milliseconds, for tests. The default is Redis's own clock, which all relays on it share. */
  readonly now?: () => number
  /** The longest time for one call. A slower call fails. */
  readonly timeoutMs?: number
  /** How long to wait for a Redis that is still starting. */
  readonly startMs?: number
  /** Logs faults of a Redis in use; silent by default. */
  readonly logger?: RelayLogger
  readonly world?: RedisWorld
}

/**
 * A mailbox in Redis 7 or later, or in a Redis Cluster, shared by any number of relays.
 * @throws InvalidRelayOptionError, MailboxUnusableError, RedisUnsafeError
 * @throws DriverMissingError - the package @redis/client is not installed
 * @example
 * const mailbox = await createRedisMailbox({ url: 'redis://127.0.0.1:6379' })
 * const relay = createRelay({ mailbox })
 */
export async function createRedisMailbox(options: RedisMailboxOptions): Promise<Mailbox> {
  const target = parseRedisUrls(options.urls ?? (options.url === undefined ? [] : [options.url]))
  const world = options.world ?? (await loadRedisWorld())
  const limits = mailboxLimitsOf(options.limits)
  const { timeoutMs = 1_900, startMs = 5_000, acceptLoss = false, logger = silentLogger } = options
  const scripts = readRedisScripts()
  const fitness = createRedisHealth(acceptLoss, logger)
  const open = (address: string) => world.open(target, address)
  const onMaster = fitness.inspect
  const opening = { addresses: target.addresses, open, onMaster, startMs, acceptLoss, logger }
  const { shards, salt } = await openShards(opening)
  const hashAddress = createHashAddress(salt)
  const { runScript, runShared } = createRunScript(shards, scripts)
  const accounts = createRedisAccounts(runScript, limits)
  const room = createRedisRoom({ shards, runScript, accounts, limits })
  const calls = createRedisCalls({ timeoutMs, now: options.now })
  const put = createRedisPut({ shards, runShared, limits, accounts, room })
  const pending = createRedisPending({ shards, runScript, limits })
  const acks = createRedisAcks({ shards, runScript, runShared, accounts })
  const purge = createRedisPurge(runScript)
  const turns = createTopicQueues()
  let listener: MailboxListener | undefined

  /** Runs the work once earlier puts on the topics are done. */
  const askAfterPuts = <T>(items: readonly { readonly topic: Topic }[], work: (moment: Moment) => Promise<T>) =>
    calls.ask(async (moment) => {
      await turns.after(items.map(({ topic }) => topic))
      return work(moment)
    })
  const notifications = createTopicNotifications({
    addressOf: (topic) => shards.addressOf(shards.slotOf(`{${topic}}`)),
    open: (address, on) =>
      createRedisSubscriber({
        socket: world.openSocket(target, address),
        credentials: target.password === '' ? undefined : target,
        onMessage: on.message,
        onLost: on.lost,
        onClosed: on.closed,
      }),
    onMoved(topic, from, error) {
      if (error === undefined) void shards.refresh()
      const redirection = redirectionOf(error, from)
      if (redirection?.code === 'MOVED') shards.onMoved(shards.slotOf(`{${topic}}`), redirection.address)
    },
    onNews(topic, text) {
      // A relay of an earlier version sends 'staged' for a message that it has not stored yet.
      if (text !== 'staged') listener?.onNews(parseNotification(topic, text))
    },
    onGap: (topics) => listener?.onGap(topics),
  })
  const reach = async () => {
    calls.refuseClosed()
    await reachAnyMaster({ shards, calls, notifications, timeoutMs })
  }

  return {
    listen(given) {
      listener = given
    },
    async watch(topics) {
      let watching: Watching | undefined
      try {
        await calls.ask(() => {
          watching = notifications.watch(topics)
          return watching.confirmed
        })
      } catch (error) {
        watching?.abandon()
        throw error
      }
    },
    unwatch: (topics) => notifications.unwatch(topics),
    put: (publisherId, publishes, address) => {
      const owner = { publisherId, address: address === undefined ? '' : hashAddress(address) }
      const topics = [...new Set(publishes.map(({ topic }) => topic))]
      return calls.ask((moment) =>
        turns.run(topics, async () => {
          if (moment.deadline.isOver()) throw new MailboxFailedError('The call did not reach Redis in time. Try again.')
          return put(moment, owner, publishes)
        }),
      )
    },
    pending: (clientId, positions) => askAfterPuts(positions, (moment) => pending.read(moment, clientId, positions)),
    remove: (clientId, keys) => askAfterPuts(keys, (moment) => acks.remove(moment, clientId, keys)),
    find: (receipts) => askAfterPuts(receipts, (moment) => acks.find(moment, receipts)),
    async purge() {
      await calls.settled()
      return calls.ask(async (moment) => {
        await fitness.remind(shards.masters())
        const counts = await Promise.all(shards.masters().map((link) => purge(moment, link)))
        return counts.reduce((sum, count) => sum + count, 0)
      })
    },
    async check() {
      await reach()
      await calls.start(() => fitness.check(shards.masters()))
    },
    reach,
    async close() {
      calls.close()
      await calls.settled()
      notifications.close()
      shards.close()
    },
  }
}
