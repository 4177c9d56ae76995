import { InvalidRelayOptionError, RedisRefusedError, RedisUnreachableError } from '../errors.ts'
import { type Deadline, onOver } from './deadline.ts'
import { replyCodeOf } from './redisFailure.ts'
import { createRedisLink, type RedisConnection, type RedisLink } from './redisLink.ts'
import { listOf, numberOf, textOf } from './redisReply.ts'
import { slotOf } from './redisSlot.ts'

/** The Redis, or the nodes of the Redis Cluster, that stores the keys. */
export type RedisShards = {
  readonly isCluster: boolean
  /** The slot of a key. Keys of one slot can be used together; a single Redis has one slot for all keys. */
  slotOf(key: string): number
  /** The last known node of a slot. */
  addressOf(slot: number): string
  /** Runs a command at the node of `key`, and follows redirections when the cluster changes. */
  run(key: string, command: readonly string[], deadline: Deadline): Promise<unknown>
  /** The master nodes. */
  masters(): readonly RedisLink[]
  /** Records the new node of a slot, as named by another node. */
  onMoved(slot: number, address: string): void
  /** Looks up the nodes of all slots. */
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
  /** Called when a master is connected to again, or when another node becomes a master. */
  readonly onMaster?: (link: RedisLink) => void
}): Promise<RedisShards> {
  const links = new Map<string, RedisLink>()
  const slots = new Map<number, string>()
  let masters = new Set<string>()
  let refreshing: Promise<void> | undefined
  let refreshedAt = Number.NEGATIVE_INFINITY
  let isOpen = false
  let isClosed = false

  const onMaster = (link: RedisLink) => {
    if (isOpen && masters.has(link.address)) options.onMaster?.(link)
  }
  const linkTo = (address: string): RedisLink => {
    const known = links.get(address)
    if (known !== undefined) return known
    const link: RedisLink = createRedisLink({ address, open: options.open, onUp: () => onMaster(link) })
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
      const address = nodeAddressOf(host, numberOf(port), from)
      found.add(address)
      for (let slot = numberOf(first); slot <= numberOf(last); slot += 1) slots.set(slot, address)
    }
    const promoted = [...found].filter((address) => links.has(address) && !masters.has(address))
    masters = found
    for (const [address, link] of links) {
      if (found.has(address) || options.addresses.includes(address)) continue
      link.close()
      links.delete(address)
    }
    for (const address of found) linkTo(address)
    for (const address of promoted) onMaster(linkTo(address))
  }
  const refreshNow = async () => {
    refreshedAt = performance.now()
    for (const link of [...links.values()]) {
      try {
        return readSlots(await within(refreshMs, link.send(['CLUSTER', 'SLOTS'])), link.address)
      } catch {
        // The next node can still answer.
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
  if (first === undefined) throw new InvalidRelayOptionError('No address of a Redis is given.')
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
    if (isCluster && slots.size < slotCount) throw new RedisRefusedError('CLUSTERDOWN not all slots are served')
  } catch (error) {
    close()
    throw error
  }

  isOpen = true
  const addressOf = (slot: number) => (isCluster ? (slots.get(slot) ?? first) : first)
  const follow = async (slot: number, link: RedisLink, error: unknown, command: readonly string[]) => {
    const redirection = redirectionOf(error, link.address)
    if (redirection?.code === 'ASK') return { answer: await linkTo(redirection.address).sendAsking(command) }
    if (redirection?.code === 'MOVED') {
      await refresh()
      // The node that answered `refresh` may not know the move yet.
      slots.set(slot, redirection.address)
      await linkTo(redirection.address).whenUp(movedMs)
      return undefined
    }
    if (replyCodeOf(error) === 'TRYAGAIN') {
      await new Promise((resolve) => setTimeout(resolve, tryAgainMs))
      return undefined
    }
    // A new connection can lead to the master again: the same host name can now point to another machine.
    if (replyCodeOf(error) === 'READONLY') link.reset()
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
        // Only if this Redis answered no other call: a Redis that is merely slow would get slower if all calls in progress
        // failed and came back.
        const forget = onOver(deadline, () => link.reset(sentAt))
        try {
          const answer = await link.send(command)
          link.heard()
          return answer
        } catch (error) {
          if (replyCodeOf(error) !== undefined) link.heard()
          if (isClosed || deadline.isOver) throw error
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

/**
 * The node to which Redis redirects a command, as in `MOVED 3999 127.0.0.1:6381` answered by the node at `from`. Undefined if
 * the error is no redirection.
 */
export function redirectionOf(
  error: unknown,
  from: string,
): { readonly code: 'MOVED' | 'ASK'; readonly address: string } | undefined {
  const words = error instanceof Error ? /^(MOVED|ASK) \d+ (.*):(\d+)$/.exec(error.message) : null
  const [, code, host, port] = words ?? []
  if (code !== 'MOVED' && code !== 'ASK') return undefined
  return { code, address: nodeAddressOf(host, Number(port), from) }
}

/** The `host:port` of a node. If the reply names no host, the node has the host of the asked node. */
function nodeAddressOf(host: unknown, port: number, from: string): string {
  const isNamed = typeof host === 'string' && host !== '' && host !== '?'
  if (!isNamed) return `${from.slice(0, from.lastIndexOf(':'))}:${port}`
  return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RedisUnreachableError('Redis does not answer.')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
