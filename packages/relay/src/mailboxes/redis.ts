import type { Topic } from '@hawser/wire'
import { type MailboxLimits, mailboxLimitsOf } from '../limits/limits.ts'
import { type RelayLogger, silentLogger } from '../logger.ts'
import { loadRedisWorld, parseRedisUrls, type RedisWorld } from '../redis/redisAddress.ts'
import { redirectionOf } from '../redis/redisShards.ts'
import { createHashAddress } from './hashAddress.ts'
import type { Mailbox, MailboxListener, StoredMessage } from './mailbox.ts'
import { dropFromLogs } from './redis/log/dropFromLogs.ts'
import { createTopicLog } from './redis/log/topicLog.ts'
import { openShards } from './redis/openShards.ts'
import { createReadSlots } from './redis/readSlots.ts'
import { createRedisAcks } from './redis/redisAcks.ts'
import { createRedisCalls } from './redis/redisCalls.ts'
import { createRedisClock } from './redis/redisClock.ts'
import { createRedisHealth } from './redis/redisHealth.ts'
import { createRedisPut } from './redis/redisPut.ts'
import { reachAnyMaster } from './redis/redisReach.ts'
import { createRedisReads } from './redis/redisReads.ts'
import { createRedisReplica } from './redis/redisReplica.ts'
import { createRedisRoom } from './redis/redisRoom.ts'
import { readRedisScripts } from './redis/redisScripts.ts'
import { createRunScript, type Moment } from './redis/redisSteps.ts'
import { createRedisSubscriber } from './redis/redisSubscriber.ts'
import { createTopicNotifications, type Watching } from './redis/topicNotifications.ts'
import { createTopicQueues, topicsOf } from './redis/topicQueues.ts'

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

/** The bytes of dropped messages that leave Redis together, between purges. */
const droppedAtOnce = 1_024 * 1_024
// A relay that takes over the clients of another one reads the logs of all their topics. With more at once, the first message
// would wait for all of them
const logsReadAtOnce = 2
// A larger number would delay all other calls.
const forgottenAtOnce = 5_000

/**
 * A mailbox in Redis 7 or later, or in a Redis Cluster, shared by any number of relays. Each topic is a log in Redis: a stream of
 * messages, and a hash of acks. Each relay keeps an index of the topics that its clients use.
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
  let onReconnected = () => {}
  const onMaster: typeof fitness.inspect = (link) => {
    onReconnected()
    return fitness.inspect(link)
  }
  const opening = { addresses: target.addresses, open, onMaster, startMs, acceptLoss, logger }
  const { shards, salt } = await openShards(opening)
  const hashAddress = createHashAddress(salt)
  const clock = createRedisClock({
    readTime: () =>
      Promise.any(shards.masters().map((master) => master.send(['TIME']))).catch(
        ({ errors: [error] }: AggregateError) => {
          throw error
        },
      ),
    // A step of the system's clock must not expire messages.
    now: () => Math.floor(performance.timeOrigin + performance.now()),
  })
  const now = options.now ?? clock.now
  const { runScript, runShared } = createRunScript(shards, scripts)
  const calls = createRedisCalls({ timeoutMs })
  await calls.start(clock.adjust)
  const turns = createTopicQueues()
  const addressOf = (topic: Topic) => shards.addressOf(shards.slotOf(`{${topic}}`))
  const slots = createReadSlots({ count: logsReadAtOnce, addressOf })
  const log = createTopicLog({ shards, runScript, runShared, slots })
  let listener: MailboxListener | undefined
  const onStored = (messages: readonly StoredMessage[]) => {
    listener?.onStored(messages)
    dropWhenMany()
  }
  const onGap = (topics: readonly Topic[]) => listener?.onGap(topics)
  const isWatched = (topic: Topic) => notifications.isWatched(topic)
  const replica = createRedisReplica({ log, limits, now, isWatched, onStored, onGap })
  onReconnected = replica.doubtAll
  const drop = (moment: Moment) => dropFromLogs(moment, replica, runScript)
  const room = createRedisRoom({ shards, replica, turns, isWatched, drop })
  const put = createRedisPut({
    shards,
    runShared,
    replica,
    room,
    turns,
    now,
    isWatched,
    onStored,
    onDoubt: onGap,
  })
  const reads = createRedisReads({ log, replica, turns, slots, limits })
  const removeTaken = createRedisAcks({ runShared, replica, turns, now })
  let dropping: Promise<void> | undefined

  /** Drops messages between purges, once there are many. */
  const dropWhenMany = () => {
    if (dropping !== undefined || replica.droppedLength() < droppedAtOnce) return
    dropping = calls
      .start(drop)
      .catch(() => {})
      .finally(() => {
        dropping = undefined
      })
  }
  /** Runs the work once earlier puts on the topics are done. */
  const askAfterPuts = <T>(items: readonly { readonly topic: Topic }[], work: (moment: Moment) => Promise<T>) =>
    calls.ask((moment) => turns.after(topicsOf(items))?.then(() => work(moment)) ?? work(moment))
  const notifications = createTopicNotifications({
    addressOf,
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
      try {
        replica.hear(topic, text)
      } catch {
        // A read of the log reports what is wrong.
        onGap([topic])
      }
    },
    onGap,
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
    unwatch(topics) {
      notifications.unwatch(topics)
      for (const topic of topics) replica.release(topic)
    },
    put(publisherId, publishes, address) {
      const owner = { publisherId, address: address === undefined ? undefined : hashAddress(address) }
      return calls.ask((moment) => put(moment, owner, publishes))
    },
    pending: (clientId, positions) => askAfterPuts(positions, (moment) => reads.pending(moment, clientId, positions)),
    remove: (clientId, keys) => askAfterPuts(keys, (moment) => removeTaken(moment, clientId, keys)),
    find: (receipts) => askAfterPuts(receipts, (moment) => reads.find(moment, receipts)),
    async purge() {
      await calls.settled()
      return calls.ask(async (moment) => {
        await Promise.all([fitness.remind(shards.masters()), clock.adjust()])
        let dropped = 0
        for (let some = forgottenAtOnce; some >= forgottenAtOnce; dropped += some) {
          some = replica.index.dropExpired(forgottenAtOnce)
          await drop(moment)
        }
        return dropped
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
