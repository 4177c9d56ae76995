import type { Topic } from '@hawser/wire'
import { type RedisEar, RedisReplyError } from './redisEar.ts'

/** Which topics this relay is told of, over the Redis nodes that hold them. */
export type RedisNews = {
  /** Resolves when Redis has confirmed all of them. It goes on trying until they are unwatched, or abandoned. */
  watch(topics: readonly Topic[]): Promise<void>
  /** Takes a `watch` back that nobody waits for any more; what others asked for stays. */
  abandon(topics: readonly Topic[]): void
  unwatch(topics: readonly Topic[]): void
  /** Topics whose subscription has not been confirmed for so long. */
  isBehind(ms: number): boolean
  close(): void
}

type Watch = {
  claims: number
  retries: number
  address: string
  isConfirmed: boolean
  /** It was confirmed once: something may have been missed since. */
  wasConfirmed: boolean
  since: number
  confirmed: Promise<void>
  confirm: () => void
}

const firstRetryMs = 100
const lastRetryMs = 1_000
const gapMs = 20

export function channelOf(topic: Topic): string {
  return `hawser:{${topic}}:news`
}

/**
 * @param options - `addressOf` says which node has a topic; `open` an ear at a node; `onMoved` is told what a node says
 * of where a topic is, and may look up the rest; `onGap` is called when what was lost is heard again
 */
export function createRedisNews(options: {
  readonly addressOf: (topic: Topic) => string
  readonly open: (
    address: string,
    on: { message(channel: string, text: string): void; lost(channel: string): void; closed(): void },
  ) => RedisEar
  readonly onMoved: (topic: Topic, address: string | undefined) => void
  readonly onNews: (topic: Topic, text: string) => void
  readonly onGap: () => void
}): RedisNews {
  const watches = new Map<Topic, Watch>()
  const ears = new Map<string, RedisEar>()
  let gapTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const topicOf = (channel: string): Topic => channel.slice('hawser:{'.length, -'}:news'.length)
  const earAt = (address: string): RedisEar => {
    const known = ears.get(address)
    if (known !== undefined) return known
    const ear: RedisEar = options.open(address, {
      message: (channel, text) => {
        if (watches.has(topicOf(channel))) options.onNews(topicOf(channel), text)
      },
      lost: (channel) => {
        options.onMoved(topicOf(channel), undefined)
        lose(topicOf(channel))
      },
      closed: () => {
        if (ears.get(address) === ear) ears.delete(address)
        for (const [topic, watch] of watches) if (watch.address === address && watch.isConfirmed) lose(topic)
      },
    })
    ears.set(address, ear)
    return ear
  }
  const unconfirm = (watch: Watch) => {
    watch.isConfirmed = false
    watch.since = performance.now()
    watch.confirmed = new Promise((resolve) => {
      watch.confirm = resolve
    })
  }
  const lose = (topic: Topic) => {
    const watch = watches.get(topic)
    if (watch === undefined || !watch.isConfirmed) return
    unconfirm(watch)
    later(topic, watch)
  }
  const later = (topic: Topic, watch: Watch) => {
    const ms = Math.min(firstRetryMs * 2 ** watch.retries, lastRetryMs)
    watch.retries += 1
    setTimeout(() => subscribe(topic, watch), ms).unref()
  }
  const subscribe = (topic: Topic, watch: Watch) => {
    if (isClosed || watches.get(topic) !== watch) return
    const address = options.addressOf(topic)
    watch.address = address
    earAt(address)
      .listen(channelOf(topic))
      .then(
        () => {
          if (watches.get(topic) !== watch) return
          watch.isConfirmed = true
          watch.retries = 0
          if (watch.wasConfirmed) sayGap()
          watch.wasConfirmed = true
          watch.confirm()
        },
        (error: unknown) => {
          const moved = error instanceof RedisReplyError ? /^MOVED \d+ (\S+)$/.exec(error.message)?.[1] : undefined
          if (moved !== undefined) options.onMoved(topic, moved)
          later(topic, watch)
        },
      )
  }
  // Once for all that come back together.
  const sayGap = () => {
    gapTimer ??= setTimeout(() => {
      gapTimer = undefined
      if (!isClosed) options.onGap()
    }, gapMs)
  }
  const create = (topic: Topic): Watch => {
    const watch: Watch = {
      claims: 0,
      retries: 0,
      address: '',
      isConfirmed: false,
      wasConfirmed: false,
      since: 0,
      confirmed: Promise.resolve(),
      confirm: () => {},
    }
    unconfirm(watch)
    watches.set(topic, watch)
    subscribe(topic, watch)
    return watch
  }
  const unwatch = (topics: readonly Topic[]) => {
    for (const topic of topics) {
      const watch = watches.get(topic)
      if (watch === undefined) continue
      watches.delete(topic)
      // Who waits for it has taken it back.
      watch.confirm()
      // On one connection in this order: whoever watches again is subscribed after.
      ears.get(watch.address)?.unlisten(channelOf(topic))
    }
  }

  return {
    async watch(topics) {
      const wanted = topics.map((topic) => watches.get(topic) ?? create(topic))
      for (const watch of wanted) watch.claims += 1
      await Promise.all(wanted.map(({ confirmed }) => confirmed))
    },
    abandon(topics) {
      for (const topic of topics) {
        const watch = watches.get(topic)
        if (watch === undefined) continue
        watch.claims -= 1
        if (watch.claims === 0) unwatch([topic])
      }
    },
    unwatch,
    isBehind(ms) {
      const before = performance.now() - ms
      for (const { isConfirmed, since } of watches.values()) if (!isConfirmed && since < before) return true
      return false
    },
    close() {
      isClosed = true
      clearTimeout(gapTimer)
      watches.clear()
      for (const ear of ears.values()) ear.close()
    },
  }
}
