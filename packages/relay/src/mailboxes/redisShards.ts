import type { Deadline } from './deadline.ts'
import { replyCodeOf } from './redisFailure.ts'
import { createRedisLink, type RedisConnection, type RedisLink } from './redisLink.ts'
import { listOf, numberOf, textOf } from './redisReply.ts'
import { slotOf } from './redisSlot.ts'

/** The Redis, or the nodes of the Redis Cluster, that hold the keys. */
export type RedisShards = {
  readonly isCluster: boolean
  /** Keys of one slot may be used together: all, when this is one Redis. */
  slotOf(key: string): number
  /** Where a slot is, as far as is known. */
  addressOf(slot: number): string
  /** Runs a command where `key` is, and follows a cluster that changes. */
  run(key: string, command: readonly string[], deadline: Deadline): Promise<unknown>
  /** The master nodes. */
  masters(): readonly RedisLink[]
  /** A slot was said to be somewhere else. */
  onMoved(slot: number, address: string): void
  /** Looks up where all slots are. */
  refresh(): Promise<void>
  close(): void
}

const slotCount = 16_384
const refreshMs = 500
const tryAgainMs = 50
const movedMs = 1_000

/** @param options - `addresses` of one Redis, or of some nodes of a cluster, as `host:port` */
export async function createRedisShards(options: {
  readonly addresses: readonly string[]
  readonly open: (address: string) => RedisConnection
  readonly startMs: number
}): Promise<RedisShards> {
  const links = new Map<string, RedisLink>()
  const slots = new Map<number, string>()
  let masters = new Set<string>()
  let refreshing: Promise<void> | undefined
  let refreshedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const linkTo = (address: string): RedisLink => {
    const known = links.get(address)
    if (known !== undefined) return known
    const link = createRedisLink({ address, open: options.open })
    links.set(address, link)
    return link
  }
  const close = () => {
    isClosed = true
    for (const link of links.values()) link.close()
  }
  const readSlots = (answer: unknown, from: string) => {
    const found = new Set<string>()
    for (const range of listOf(answer)) {
      const [first, last, master] = listOf(range)
      const [host, port] = listOf(master)
      // A node that does not know its own name is the one that was asked.
      const isNamed = typeof host === 'string' && host !== '' && host !== '?'
      const address = `${isNamed ? bracketed(host) : hostOf(from)}:${numberOf(port)}`
      found.add(address)
      for (let slot = numberOf(first); slot <= numberOf(last); slot += 1) slots.set(slot, address)
    }
    masters = found
    for (const [address, link] of links) {
      if (found.has(address) || options.addresses.includes(address)) continue
      link.close()
      links.delete(address)
    }
    for (const address of found) linkTo(address)
  }
  const refreshNow = async () => {
    refreshedAt = performance.now()
    for (const link of [...links.values()]) {
      try {
        return readSlots(await within(refreshMs, link.send(['CLUSTER', 'SLOTS'])), link.address)
      } catch {
        // The next one may answer.
      }
    }
  }
  const refresh = () => {
    refreshing ??= refreshNow().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  const [first] = options.addresses
  for (const address of options.addresses) linkTo(address)
  if (first === undefined) throw new TypeError('A Redis is missing.')
  let isCluster = false
  try {
    const up = [...links.values()].map((link) => link.whenUp(options.startMs).then(() => link))
    const seed = await Promise.any(up).catch((error: AggregateError) => {
      throw error.errors[0]
    })
    isCluster = /^redis_mode:cluster/m.test(textOf(await within(options.startMs, seed.send(['INFO', 'server']))))
    if (isCluster) await refresh()
    else masters = new Set([first])
    await Promise.all([...masters].map((address) => linkTo(address).whenUp(options.startMs)))
    if (isCluster && slots.size < slotCount) throw new Error('CLUSTERDOWN not all slots are served')
  } catch (error) {
    close()
    throw error
  }

  const addressOf = (slot: number) => (isCluster ? (slots.get(slot) ?? first) : first)
  const follow = async (slot: number, link: RedisLink, error: unknown, command: readonly string[]) => {
    const [code, , address = ''] = error instanceof Error ? error.message.split(' ') : []
    if (code === 'ASK') return { answer: await linkTo(address).sendAsking(command) }
    if (code === 'MOVED') {
      await refresh()
      // Whoever answered that may not have heard of it yet.
      slots.set(slot, address)
      await linkTo(address).whenUp(movedMs)
      return undefined
    }
    if (code === 'TRYAGAIN') {
      await new Promise((resolve) => setTimeout(resolve, tryAgainMs))
      return undefined
    }
    // Its connection may lead to the master again; behind a name it may be another machine.
    if (code === 'READONLY') link.reset()
    if (isCluster && replyCodeOf(error) === undefined && performance.now() - refreshedAt > refreshMs) void refresh()
    throw error
  }

  return {
    isCluster,
    slotOf: (key) => (isCluster ? slotOf(key) : 0),
    addressOf,
    async run(key, command, deadline) {
      const slot = isCluster ? slotOf(key) : 0
      for (;;) {
        const link = linkTo(addressOf(slot))
        const sentAt = performance.now()
        // A Redis that answers others is slow, not gone: all calls under way would fail, come back, and make it slower.
        // Not before what came in while this process was busy is read.
        const forget = deadline.onOver(() => setImmediate(() => link.reset(sentAt)))
        try {
          const answer = await link.send(command)
          link.heard()
          return answer
        } catch (error) {
          if (replyCodeOf(error) !== undefined) link.heard()
          if (isClosed || deadline.isOver()) throw error
          const followed = await follow(slot, link, error, command)
          if (followed !== undefined) return followed.answer
        } finally {
          forget()
        }
      }
    },
    masters: () => [...masters].map(linkTo),
    onMoved(slot, address) {
      slots.set(slot, address)
    },
    refresh,
    close,
  }
}

function hostOf(address: string): string {
  return address.slice(0, address.lastIndexOf(':'))
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis does not answer.')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
