import { createHash, randomUUID } from 'node:crypto'
import type { Topic } from '@hawser/wire'
import { MailboxFailedError, MailboxUnusableError } from '../errors.ts'
import { defaultMailboxLimits, type MailboxLimits } from '../limits/limits.ts'
import { type RelayLogger, silentLogger } from '../logger.ts'
import { type Deadline, withDeadline } from '../redis/deadline.ts'
import { loadRedisWorld, parseRedisUrls, type RedisWorld } from '../redis/redisAddress.ts'
import { explain, isRefusal, replyCodeOf, toMailboxError } from '../redis/redisFailure.ts'
import type { RedisConnection, RedisLink } from '../redis/redisLink.ts'
import { listOf, numberOf, textOf } from '../redis/redisReply.ts'
import { createRedisShards, type RedisShards, redirectionOf } from '../redis/redisShards.ts'
import {
  lengthOf,
  type Mailbox,
  type MailboxListener,
  type PendingPage,
  type Position,
  type StoredMessage,
} from './mailbox.ts'
import { checkRedis, checkSchema, schemaKey, unboundedText } from './redis/redisCheck.ts'
import { createRedisClaims } from './redis/redisClaims.ts'
import { commitMs, createRedisDecisions, type Staged, stagedOf } from './redis/redisDecisions.ts'
import { createRedisFitness } from './redis/redisFitness.ts'
import { createRedisPut } from './redis/redisPut.ts'
import { readRedisScripts } from './redis/redisScripts.ts'
import { createRunScript, groupBySlot, type Moment, type SlotGroup, topicKeys } from './redis/redisSteps.ts'
import { createRedisSubscriber } from './redis/redisSubscriber.ts'
import { createTopicNotifications, type Watching } from './redis/topicNotifications.ts'
import { createTurns } from './redis/turns.ts'

export type RedisMailboxOptions = {
  /** `redis://user:password@host:port/database`, `rediss:` with TLS. */
  readonly url?: string
  /** Instead of `url`: several nodes of a Redis Cluster, any of which may be down. */
  readonly urls?: readonly string[]
  readonly limits?: Partial<MailboxLimits>
  /** Takes a Redis that may lose what clients were told is stored: without AOF, or one that evicts. */
  readonly acceptLoss?: boolean
  /** Epoch milliseconds, for tests; by default Redis' own clock, which all relays on it share. */
  readonly now?: () => number
  /** A call that takes longer fails. */
  readonly timeoutMs?: number
  /** How long a Redis that is still starting is waited for. */
  readonly startMs?: number
  /** Where it says what is wrong with a Redis that it uses; silent by default. */
  readonly logger?: RelayLogger
  readonly world?: RedisWorld
}

/** Of one message; beyond, it comes again to who took it, at each reconnect. */
const mostTakers = 256
/** Calls waiting for Redis; beyond, calls fail at once. */
const mostCalls = 5_000
const slotsAtOnce = 16
const scanPages = 20
const scanCount = 1_000

/**
 * A mailbox in Redis 7 or later, or in a Redis Cluster, shared by any number of relays.
 * @throws InvalidRelayOptionError, MailboxUnusableError, RedisUnsafeError
 */
export async function createRedisMailbox(options: RedisMailboxOptions): Promise<Mailbox> {
  const target = parseRedisUrls(options.urls ?? (options.url === undefined ? [] : [options.url]))
  const world = options.world ?? (await loadRedisWorld())
  const limits = { ...defaultMailboxLimits, ...options.limits }
  const { timeoutMs = 1_900, logger = silentLogger } = options
  const scripts = readRedisScripts()
  const fitness = createRedisFitness(options.acceptLoss ?? false, logger)
  const open = (address: string) => world.open(target, address)
  const shards = await openShards(options, { addresses: target.addresses, open, onMaster: fitness.inspect })
  const runScript = createRunScript(shards, scripts)
  const claims = createRedisClaims(runScript, limits)
  const decisions = createRedisDecisions(runScript, claims)
  const turns = createTurns()
  const running = new Set<Promise<unknown>>()
  const timers = new Set<NodeJS.Timeout>()
  const scanCursors = new Map<string, string>()
  let listener: MailboxListener | undefined
  let isClosed = false

  const closedError = () => new MailboxFailedError('The mailbox is closed.')
  const start = <T>(work: (moment: Moment) => Promise<T>): Promise<T> => {
    const at = options.now === undefined ? '' : String(options.now())
    const fail = () => new MailboxFailedError(`Redis has not answered within ${timeoutMs / 1_000} s. Try again.`)
    const call = withDeadline(timeoutMs, fail, (deadline) => work({ at, deadline })).catch((error) => {
      throw toMailboxError(error)
    })
    const settled: Promise<unknown> = call
      .catch(() => {})
      .then(() => {
        running.delete(settled)
      })
    running.add(settled)
    return call
  }
  const ask = <T>(work: (moment: Moment) => Promise<T>): Promise<T> => {
    if (isClosed) return Promise.reject(closedError())
    if (running.size >= mostCalls)
      return Promise.reject(new MailboxFailedError('Too much waits for Redis already. Try again.'))
    return start(work)
  }
  const later = (work: (moment: Moment) => Promise<unknown>) => {
    // What is left undone others find, and end.
    start(work).catch(() => {})
  }
  const put = createRedisPut({ shards, runScript, limits, claims, decisions, nextTxn: randomUUID, later })

  /** One script does only so much, so that others wait little; as many as it takes read one page. */
  const readGroup = async (moment: Moment, clientId: string, group: SlotGroup<Position>) => {
    const keys = topicKeys(group.topics)
    const client = [clientId, takerOf(clientId), String(limits.pageMessages), String(limits.pageLength)]
    const positions = group.items.map(({ item }) => String(Math.max(0, item.afterSequence)))
    const messages: StoredMessage[] = []
    const left: Staged[] = []
    let first = 1
    for (;;) {
      const found = [messages.length, sumOf(messages), first].map(String)
      const args = [...client, ...found, ...positions]
      const [hasMore, rows, staged, next, nextAfter] = listOf(await runScript(moment, 'pending', keys, args))
      messages.push(...listOf(rows).map((row) => readRow(row, group.topics)))
      left.push(...stagedOf(staged, group.topics))
      if (next === '') return { hasMore: hasMore === '1', messages, left, topics: group.topics }
      if (moment.deadline.isOver()) throw new MailboxFailedError('Redis has not answered in time. Try again.')
      first = numberOf(next)
      positions[first - 1] = textOf(nextAfter)
    }
  }
  const readGroups = async (moment: Moment, clientId: string, groups: readonly SlotGroup<Position>[]) => {
    const results: Awaited<ReturnType<typeof readGroup>>[] = []
    for (let first = 0; first < groups.length; first += slotsAtOnce) {
      const some = groups.slice(first, first + slotsAtOnce)
      const pages = await Promise.all(some.map((group) => readGroup(moment, clientId, group)))
      const left = pages.flatMap((page) => page.left)
      if (left.length > 0 && (await decisions.resolve(moment, left)))
        results.push(...(await Promise.all(some.map((group) => readGroup(moment, clientId, group)))))
      else results.push(...pages)
      if (isPageFull(results.flatMap(({ messages }) => messages))) return { results, isAll: false }
    }
    return { results, isAll: true }
  }
  const isPageFull = (messages: readonly StoredMessage[]) =>
    messages.length >= limits.pageMessages || sumOf(messages) >= limits.pageLength
  const pending = async (moment: Moment, clientId: string, positions: readonly Position[]): Promise<PendingPage> => {
    await turns.after(positions.map(({ topic }) => topic))
    const groups = groupBySlot(shards, positions)
    const { results, isAll } = await readGroups(moment, clientId, groups)
    const places = new Map(positions.map(({ topic }, place) => [topic, place]))
    const found = results.flatMap(({ messages }) => messages)
    if (groups.length > 1) found.sort((left, right) => (places.get(left.topic) ?? 0) - (places.get(right.topic) ?? 0))
    const messages = pageOf(found, limits)
    const isWhole = isAll && messages.length === found.length && !results.some(({ hasMore }) => hasMore)
    return { messages, hasMore: !isWhole }
  }

  const onStaged = (topic: Topic) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      start((moment) =>
        readGroups(moment, '', groupBySlot(shards, [{ topic, afterSequence: Number.MAX_SAFE_INTEGER }])),
      )
        .then(({ results }) => results.some(({ left }) => left.some(({ ageMs }) => ageMs <= commitMs)))
        .then(
          (isEarly) => isEarly && !isClosed && onStaged(topic),
          () => !isClosed && onStaged(topic),
        )
    }, commitMs + 100)
    timer.unref()
    timers.add(timer)
  }
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
      if (text === 'staged') return onStaged(topic)
      const [sequence = '', publisherId = ''] = text.split(/ (.*)/s)
      listener?.onNews({ topic, sequence: Number(sequence), publisherId })
    },
    onGap: (topics) => listener?.onGap(topics),
  })

  const scan = async (moment: Moment, link: RedisLink): Promise<number> => {
    let dropped = 0
    for (let page = 0; page < scanPages; page += 1) {
      const cursor = scanCursors.get(link.address) ?? '0'
      const match = ['MATCH', 'hawser:{*}:expiry', 'COUNT', String(scanCount)]
      const [next, keys] = listOf(await link.send(['SCAN', cursor, ...match]))
      scanCursors.set(link.address, textOf(next))
      const topics = listOf(keys).map((key) => textOf(key).slice('hawser:{'.length, -'}:expiry'.length))
      const counts = topics.map((topic) => runScript(moment, 'purge', topicKeys([topic]), []))
      for (const count of await Promise.all(counts)) dropped += numberOf(count)
      if (next === '0' || moment.deadline.isOver()) break
    }
    return dropped
  }
  const probe = (link: RedisLink): Promise<void> =>
    start(({ deadline }) => {
      if (!notifications.isDeaf(link.address, timeoutMs)) return askOf(link, deadline)
      throw new MailboxFailedError('Redis does not confirm what is listened for. Try again.')
    })
  /** While one master of a cluster is away, what the others hold goes on; and all relays miss the same one. */
  const reach = async (): Promise<void> => {
    if (isClosed) throw closedError()
    const answers = shards.masters().map(probe)
    await Promise.any(answers).catch(({ errors: [error] }: AggregateError) => {
      throw error ?? new MailboxFailedError('No Redis is known to be a master. Try again.')
    })
  }

  return {
    listen(given) {
      listener = given
    },
    async watch(topics) {
      let watching: Watching | undefined
      try {
        await ask(() => {
          watching = notifications.watch(topics)
          return watching.confirmed
        })
      } catch (error) {
        watching?.abandon()
        throw error
      }
    },
    unwatch: (topics) => notifications.unwatch(topics),
    put: (publisherId, publishes) => {
      const topics = [...new Set(publishes.map(({ topic }) => topic))]
      return ask((moment) =>
        turns.run(topics, async () => {
          if (moment.deadline.isOver()) throw new MailboxFailedError('Redis was not asked in time. Try again.')
          return put(moment, publisherId, publishes)
        }),
      )
    },
    pending: (clientId, positions) => ask((moment) => pending(moment, clientId, positions)),
    remove: (clientId, keys) =>
      ask(async (moment) => {
        await turns.after(keys.map(({ topic }) => topic))
        const marks = groupBySlot(shards, keys).map(async (group) => {
          const named = group.items.flatMap(({ item, topicIndex }) => [String(topicIndex), String(item.sequence)])
          const args = [clientId, takerOf(clientId), String(mostTakers), shards.isCluster ? '0' : '1', ...named]
          const released = listOf(await runScript(moment, 'remove', topicKeys(group.topics), args))
          await Promise.all(
            released
              .map(listOf)
              .map(([publisherId, member]) => claims.release(moment, textOf(publisherId), [textOf(member)])),
          )
        })
        await Promise.all(marks)
      }),
    find: (receipts) =>
      ask(async (moment) => {
        await turns.after(receipts.map(({ topic }) => topic))
        const found = groupBySlot(shards, receipts).map(async (group) => {
          const args = group.items.flatMap(({ item, topicIndex }) => [String(topicIndex), item.messageId])
          const sequences = listOf(await runScript(moment, 'find', topicKeys(group.topics), args))
          return group.items.flatMap(({ item: { topic } }, index) =>
            sequences[index] === '' ? [] : [{ topic, sequence: numberOf(sequences[index]) }],
          )
        })
        return (await Promise.all(found)).flat()
      }),
    async purge() {
      await Promise.all(running)
      return ask(async (moment) => {
        await fitness.remind(shards.masters())
        const counts = await Promise.all(shards.masters().map((link) => scan(moment, link)))
        return counts.reduce((sum, count) => sum + count, 0)
      })
    },
    async check() {
      await reach()
      await start(() => fitness.check(shards.masters()))
    },
    reach,
    async close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
      notifications.close()
      shards.close()
    },
  }
}

/** A short name for who took a message: 16 characters, of which the last is found nowhere within. */
function takerOf(clientId: string): string {
  return `${createHash('sha256').update(clientId).digest('hex').slice(0, 15)};`
}

function readRow(row: unknown, topics: readonly Topic[]): StoredMessage {
  const [index, sequence, publisherId, message, tag, attestation, publishedAt, expiresAt] = listOf(row)
  return {
    topic: topics[numberOf(index) - 1] ?? '',
    sequence: numberOf(sequence),
    publisherId: textOf(publisherId),
    message: textOf(message),
    tag: numberOf(tag),
    attestation: textOf(attestation),
    publishedAt: numberOf(publishedAt),
    expiresAt: numberOf(expiresAt),
  }
}

function sumOf(messages: readonly StoredMessage[]): number {
  return messages.reduce((sum, message) => sum + lengthOf(message), 0)
}

/** As many as one page holds, one at least. */
function pageOf(messages: readonly StoredMessage[], limits: MailboxLimits): readonly StoredMessage[] {
  let length = 0
  const end = messages.findIndex((message, index) => {
    length += lengthOf(message)
    return index > 0 && (index >= limits.pageMessages || length > limits.pageLength)
  })
  return end < 0 ? messages : messages.slice(0, end)
}

/** Whether a node serves anything: one of a cluster that is down as a whole still answers pings. */
async function askOf(link: RedisLink, deadline: Deadline): Promise<void> {
  const sentAt = performance.now()
  const forget = deadline.onOver(() => setImmediate(() => link.reset(sentAt)))
  try {
    await link.send(['GET', schemaKey])
    link.heard()
  } catch (error) {
    // Another node has this key: a healthy cluster.
    if (replyCodeOf(error) !== 'MOVED') throw error
    link.heard()
  } finally {
    forget()
  }
}

const stillStarting = ['LOADING', 'CLUSTERDOWN', 'MASTERDOWN']
const startRetryMs = 200

/** Connects and looks whether this Redis may be used. */
async function openShards(
  options: RedisMailboxOptions,
  nodes: {
    readonly addresses: readonly string[]
    readonly open: (address: string) => RedisConnection
    readonly onMaster: (link: RedisLink) => void
  },
): Promise<RedisShards> {
  const startMs = options.startMs ?? 5_000
  const until = performance.now() + startMs
  for (;;) {
    const leftMs = Math.max(until - performance.now(), startRetryMs)
    let shards: RedisShards | undefined
    try {
      shards = await createRedisShards({ ...nodes, startMs: leftMs })
      await checkAll(shards, options, leftMs)
      return shards
    } catch (cause) {
      shards?.close()
      if (replyCodeOf(cause) === undefined && !(cause instanceof MailboxFailedError) && isOurs(cause)) throw cause
      const isWorthIt = stillStarting.includes(replyCodeOf(cause) ?? '') && !isRefusal(cause)
      if (!isWorthIt || performance.now() > until)
        throw new MailboxUnusableError(`The relay cannot use its Redis. ${explain(cause)}`, { cause })
      await new Promise((resolve) => setTimeout(resolve, startRetryMs))
    }
  }
}

function isOurs(error: unknown): boolean {
  return error instanceof Error && 'docsUrl' in error
}

function checkAll(shards: RedisShards, options: RedisMailboxOptions, ms: number): Promise<void> {
  const fail = () => new MailboxUnusableError('The relay cannot use its Redis: it does not answer.')
  return withDeadline(ms, fail, async (deadline) => {
    const { acceptLoss = false, logger = silentLogger } = options
    const checks = shards.masters().map((link) => checkRedis(link.send, acceptLoss))
    const isBounded = (await Promise.all(checks)).every((found) => found.isBounded)
    if (!isBounded) logger.warn({}, unboundedText)
    await checkSchema((key, command) => shards.run(key, command, deadline))
  })
}
