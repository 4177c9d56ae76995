import { RedisRefusedError } from '../../errors.ts'
import type { RedisSubscriber } from './redisSubscriber.ts'

/** The events of a subscriber. */
export type RedisSubscriberEvents = {
  message(channel: string, text: string): void
  lost(channel: string): void
  closed(): void
}

/**
 * The channel subscriptions at one Redis node. They are requested in turn, over a new subscriber whenever the last one ends.
 */
export type NodeSubscriptions<T extends { readonly channel: string }> = {
  /** Requests a channel in its turn. Channels that a caller waits for come before those that are restored. */
  add(item: T, isAwaited: boolean): void
  /** Moves a restored channel to the channels that a caller waits for. */
  hurry(item: T): void
  remove(item: T): void
  /** Resolves after as long as a new channel takes, so that a client cannot tell that another client already listens (T-80). */
  confirmAgain(item: T): Promise<void>
  /** Whether channels are requested, but the node has confirmed none for `ms` milliseconds. */
  isDeaf(ms: number): boolean
  close(): void
}

// Redis answers in microseconds. Thousands of requests at once fill buffers, and channels added meanwhile wait behind them.
const mostAsked = 1_000
const leaveMs = 20
const firstRetryMs = 100
const lastRetryMs = 1_000
// Errors that concern one slot, not the whole node.
const aboutOneSlot = /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN) /

/**
 * @param options - `isHere` says whether a channel still belongs to this node, and `onElsewhere` is called when it does not.
 * `onRefused` receives Redis's answer in place of a confirmation. `onClosed` is called when all confirmed subscriptions are
 * lost.
 */
export function createNodeSubscriptions<T extends { readonly channel: string }>(options: {
  readonly open: (on: RedisSubscriberEvents) => RedisSubscriber
  readonly isHere: (item: T) => boolean
  readonly onElsewhere: (item: T) => void
  readonly onConfirmed: (item: T) => void
  readonly onRefused: (item: T, error: RedisRefusedError) => void
  readonly onMessage: (channel: string, text: string) => void
  readonly onLost: (channel: string) => void
  readonly onClosed: () => void
}): NodeSubscriptions<T> {
  const awaited = new Set<T>()
  const returning = new Set<T>()
  const asked = new Set<T>()
  /** Channels that Redis refused to confirm. The caller adds them again. */
  const refused = new Set<T>()
  /** Unused channels that still need an unsubscribe at Redis. */
  const leaving = new Set<string>()
  let leaveTimer: NodeJS.Timeout | undefined
  let subscriber: RedisSubscriber | undefined
  let retries = 0
  let retryTimer: NodeJS.Timeout | undefined
  let silentSince: number | undefined = performance.now()
  let isClosed = false

  const openedSubscriber = (): RedisSubscriber => {
    if (subscriber !== undefined) return subscriber
    const opened: RedisSubscriber = options.open({
      message: options.onMessage,
      lost: options.onLost,
      closed() {
        if (subscriber !== opened) return
        subscriber = undefined
        leaving.clear()
        silentSince ??= performance.now()
        retryTimer = setTimeout(tryAgain, Math.min(firstRetryMs * 2 ** retries, lastRetryMs))
        retryTimer.unref()
        retries += 1
        options.onClosed()
      },
    })
    subscriber = opened
    return opened
  }
  const tryAgain = () => {
    retryTimer = undefined
    askMore()
  }
  const ask = (item: T, isAwaited: boolean) => {
    const wanted = openedSubscriber()
    const isStillWanted = () => subscriber === wanted && asked.delete(item)
    asked.add(item)
    leaving.delete(item.channel)
    wanted.subscribe(item.channel).then(
      () => {
        // The connection ended in the same turn that delivered this confirmation.
        if (subscriber !== wanted && asked.delete(item)) return add(item, isAwaited)
        if (isStillWanted()) {
          retries = 0
          silentSince = undefined
          options.onConfirmed(item)
        }
        // Also when this channel is no longer needed, because others wait for its place.
        askMore()
      },
      (error: unknown) => {
        if (error instanceof RedisRefusedError) {
          if (isStillWanted()) {
            if (aboutOneSlot.test(error.message)) silentSince = undefined
            else {
              silentSince ??= performance.now()
              refused.add(item)
            }
            options.onRefused(item, error)
          }
          askMore()
        } else if (asked.delete(item)) add(item, isAwaited)
      },
    )
  }
  const askMore = () => {
    if (isClosed || retryTimer !== undefined || asked.size > mostAsked / 2) return
    for (const waiting of [awaited, returning]) {
      for (const item of waiting) {
        if (asked.size >= mostAsked) return
        waiting.delete(item)
        if (options.isHere(item)) ask(item, waiting === awaited)
        else options.onElsewhere(item)
      }
    }
  }
  const add = (item: T, isAwaited: boolean) => {
    const waiting = isAwaited ? awaited : returning
    refused.delete(item)
    waiting.add(item)
    askMore()
  }
  const leave = () => {
    leaveTimer = undefined
    for (const channel of leaving) subscriber?.unsubscribe(channel)
    leaving.clear()
  }
  return {
    add,
    hurry(item) {
      if (returning.delete(item)) add(item, true)
    },
    remove(item) {
      if (awaited.delete(item) || returning.delete(item)) return
      asked.delete(item)
      refused.delete(item)
      leaving.add(item.channel)
      // Delayed, because the answer must take the same time whether or not another client listens.
      leaveTimer ??= setTimeout(leave, leaveMs).unref()
    },
    confirmAgain: async ({ channel }) => subscriber?.subscribe(channel).catch(() => {}),
    isDeaf(ms) {
      const isWanted = awaited.size + returning.size + asked.size + refused.size > 0
      return isWanted && silentSince !== undefined && performance.now() - silentSince > ms
    },
    close() {
      isClosed = true
      clearTimeout(retryTimer)
      clearTimeout(leaveTimer)
      subscriber?.close()
    },
  }
}
