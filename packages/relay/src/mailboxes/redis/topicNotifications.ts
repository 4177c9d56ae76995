import type { Topic } from '@hawser/wire'
import type { RedisRefusedError } from '../../errors.ts'
import { createNodeSubscriptions, type NodeSubscriptions, type RedisSubscriberEvents } from './nodeSubscriptions.ts'
import type { RedisSubscriber } from './redisSubscriber.ts'

/** A request to watch topics. */
export type Watching = {
  /**
   * Resolves when Redis has confirmed all topics. Attempts continue until the topics are unwatched or the request is abandoned.
   */
  readonly confirmed: Promise<void>
  /** Takes this request back. Other requests for the same topics stay. */
  abandon(): void
}

/** The topics that this relay subscribes to, over the Redis nodes that store them. */
export type TopicNotifications = {
  watch(topics: readonly Topic[]): Watching
  unwatch(topics: readonly Topic[]): void
  isWatched(topic: Topic): boolean
  /** Whether a node with watched topics has confirmed no subscription for `ms` milliseconds. */
  isDeaf(address: string, ms: number): boolean
  close(): void
}

type Watch = {
  readonly topic: Topic
  readonly channel: string
  claims: number
  retries: number
  /** The node at which the topic was last requested. */
  address: string
  isConfirmed: boolean
  /** Whether the topic was confirmed once. After a loss, a message can have been missed. */
  wasConfirmed: boolean
  isAwaited: boolean
  confirmed: Promise<void>
  confirm: () => void
}

const firstRetryMs = 100
const lastRetryMs = 1_000
const gapMs = 1_000

export function channelOf(topic: Topic): string {
  return `hawser:{${topic}}:news`
}

/**
 * @param options - `addressOf` says which node has a topic; `open` opens a subscriber at a node. `onMoved` receives a node's
 * answer in place of a confirmation, or undefined when the node ends a subscription. `onGap` receives the topics that were lost
 * and are restored.
 */
export function createTopicNotifications(options: {
  readonly addressOf: (topic: Topic) => string
  readonly open: (address: string, on: RedisSubscriberEvents) => RedisSubscriber
  readonly onMoved: (topic: Topic, from: string, error: RedisRefusedError | undefined) => void
  readonly onNews: (topic: Topic, text: string) => void
  readonly onGap: (topics: readonly Topic[]) => void
}): TopicNotifications {
  const watches = new Map<Topic, Watch>()
  const nodes = new Map<string, NodeSubscriptions<Watch>>()
  let lostCount = 0
  let regained: Topic[] = []
  let gapTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const topicOf = (channel: string): Topic => channel.slice('hawser:{'.length, -'}:news'.length)
  const isWanted = (watch: Watch) => !isClosed && watches.get(watch.topic) === watch
  const subscriptionsAt = (address: string): NodeSubscriptions<Watch> => {
    const known = nodes.get(address)
    if (known !== undefined) return known
    const subscriptions = createNodeSubscriptions<Watch>({
      open: (on) => options.open(address, on),
      isHere: ({ topic }) => options.addressOf(topic) === address,
      onElsewhere: subscribe,
      onConfirmed,
      onRefused(watch, error) {
        if (!isWanted(watch)) return
        options.onMoved(watch.topic, address, error)
        later(watch)
      },
      onMessage(channel, text) {
        if (watches.has(topicOf(channel))) options.onNews(topicOf(channel), text)
      },
      onLost(channel) {
        const watch = watches.get(topicOf(channel))
        options.onMoved(topicOf(channel), address, undefined)
        if (watch?.isConfirmed) {
          unconfirm(watch)
          later(watch)
        }
      },
      onClosed() {
        for (const watch of watches.values()) {
          if (watch.address !== address || !watch.isConfirmed) continue
          unconfirm(watch)
          subscriptions.add(watch, false)
        }
      },
    })
    nodes.set(address, subscriptions)
    return subscriptions
  }
  const subscribe = (watch: Watch) => {
    if (!isWanted(watch)) return
    const address = options.addressOf(watch.topic)
    if (watch.address !== address) nodes.get(watch.address)?.remove(watch)
    watch.address = address
    subscriptionsAt(address).add(watch, watch.isAwaited)
  }
  const later = (watch: Watch) => {
    const ms = Math.min(firstRetryMs * 2 ** watch.retries, lastRetryMs)
    watch.retries += 1
    setTimeout(() => subscribe(watch), ms).unref()
  }
  const unconfirm = (watch: Watch) => {
    watch.isConfirmed = false
    watch.isAwaited = false
    if (watch.wasConfirmed) lostCount += 1
    watch.confirmed = new Promise((resolve) => {
      watch.confirm = resolve
    })
  }
  const onConfirmed = (watch: Watch) => {
    if (!isWanted(watch)) return
    watch.isConfirmed = true
    watch.retries = 0
    watch.confirm()
    if (watch.wasConfirmed) {
      lostCount -= 1
      regained.push(watch.topic)
      sayGap()
    }
    watch.wasConfirmed = true
  }
  /** Reports once for all topics that are lost together, if they are restored within a second. */
  const sayGap = () => {
    if (lostCount > 0) gapTimer ??= setTimeout(sayGapNow, gapMs).unref()
    else if (regained.length > 0) sayGapNow()
  }
  const sayGapNow = () => {
    clearTimeout(gapTimer)
    gapTimer = undefined
    const topics = regained
    regained = []
    if (!isClosed) options.onGap(topics)
  }
  const watchFor = (topic: Topic): Watch => {
    const known = watches.get(topic)
    if (known !== undefined) return known
    const watch: Watch = {
      topic,
      channel: channelOf(topic),
      claims: 0,
      retries: 0,
      address: '',
      isConfirmed: false,
      wasConfirmed: false,
      isAwaited: false,
      confirmed: Promise.resolve(),
      confirm: () => {},
    }
    unconfirm(watch)
    watches.set(topic, watch)
    watch.isAwaited = true
    subscribe(watch)
    return watch
  }
  const drop = (watch: Watch) => {
    if (!isWanted(watch)) return
    watches.delete(watch.topic)
    nodes.get(watch.address)?.remove(watch)
    // The caller has taken the request back, so its promise must settle.
    watch.confirm()
    if (watch.isConfirmed || !watch.wasConfirmed) return
    lostCount -= 1
    sayGap()
  }

  return {
    watch(topics) {
      const wanted = topics.map(watchFor)
      const confirmed = wanted.map((watch) =>
        watch.isConfirmed ? nodes.get(watch.address)?.confirmAgain(watch) : watch.confirmed,
      )
      for (const watch of wanted) {
        watch.claims += 1
        if (watch.isConfirmed || watch.isAwaited) continue
        watch.isAwaited = true
        nodes.get(watch.address)?.hurry(watch)
      }
      let isAbandoned = false
      return {
        confirmed: Promise.all(confirmed).then(() => {}),
        abandon() {
          if (isAbandoned) return
          isAbandoned = true
          for (const watch of wanted) {
            watch.claims -= 1
            if (watch.claims === 0) drop(watch)
          }
        },
      }
    },
    unwatch(topics) {
      for (const topic of topics) {
        const watch = watches.get(topic)
        if (watch !== undefined) drop(watch)
      }
    },
    isWatched: (topic) => watches.has(topic),
    isDeaf: (address, ms) => nodes.get(address)?.isDeaf(ms) ?? false,
    close() {
      isClosed = true
      clearTimeout(gapTimer)
      watches.clear()
      for (const subscriptions of nodes.values()) subscriptions.close()
    },
  }
}
