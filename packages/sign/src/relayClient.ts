import {
  type BaseError,
  formatIrnRequest,
  formatIrnResult,
  type IrnDelivery,
  irnLimits,
  parseRelayFrame,
  type Topic,
} from '@hawser/wire'
import type { Deferred, Deferreds } from './deferred.ts'
import { RelayRefusedError, RelayUnreachableError, toBaseError } from './errors.ts'
import { createRelaySocket, jitter, type RelaySocketOptions, type RelayStatus } from './relaySocket.ts'

/** A sealed message to publish. */
export type Publish = {
  readonly topic: Topic
  readonly message: string
  readonly ttlSeconds: number
  readonly tag: number
  readonly prompt: boolean
}

/**
 * Messages that a relay takes in one call, which also subscribes to a topic (relay-server-rpc, `wc_proposeSession` and
 * `wc_approveSession`). They are stored together or not at all.
 */
export type Composite = {
  readonly method: `wc_${string}`
  /** The time to live is added. */
  readonly params: object
  readonly topic: Topic
  /** The same for a relay that has no such method. */
  readonly publishes: readonly Publish[]
}

/** Mailboxes on a relay, whatever happens to the socket: what is asked is asked again until it is answered. */
export type RelayClient = {
  status(): RelayStatus
  /** Resolves when the relay has the subscription. */
  subscribe(topic: Topic): Promise<void>
  unsubscribe(topic: Topic): void
  /** Resolves when the relay has stored the message; rejects when it refuses, or when the message's time is over. */
  publish(publish: Publish): Promise<void>
  /** The same for a composite. A relay that does not know it is asked to subscribe and to publish instead. */
  compose(composite: Composite): Promise<void>
  /** Drops what is still to be published on a topic. */
  withdraw(topic: Topic): void
  /** The same promise, but rejected with `relay_unreachable` after eight seconds or as soon as the relay refuses us. */
  reached<T>(promise: Promise<T>): Promise<T>
  /** The device is back: connect now, or find out whether the socket still lives. */
  wake(): void
  stop(): void
}

export type RelayClientOptions = Pick<
  RelaySocketOptions,
  | 'relayUrl'
  | 'projectId'
  | 'identity'
  | 'now'
  | 'randomBytes'
  | 'setTimer'
  | 'createWebSocket'
  | 'onStatus'
  | 'onFailure'
> & {
  readonly deferreds: Deferreds
  /** Resolves when the message is recorded, so that it may be acknowledged. */
  onDelivery(delivery: IrnDelivery): Promise<void>
}

type Subscription = { readonly subscribed: Deferred<void>; id: string; isRefused: boolean }

type Entry = {
  readonly method: string
  readonly params: object
  onResult(result: unknown): void
  onError(error: BaseError): void
  /** Absent: it dies with its socket. The next one starts with a batch of all subscriptions. */
  readonly publish?: { readonly topic: Topic; readonly expiresAt: number }
  /** Asks for the same in another way, because the relay does not know this one. */
  instead?(): void
  isSent?: boolean
  readonly timeoutMs?: number
  /** How often the relay has put it off. */
  delays?: number
  cancelWatch?: () => void
}

const reachTimeoutMs = 8_000
// A relay under load delays its answer, by 15 seconds at most.
const answerTimeoutMs = 16_000
// What happened meanwhile is to be seen within two seconds of the page's return, a new socket included (T-67).
const wakeTimeoutMs = 1_500
// An open socket costs the relay a place: who has nothing to send or to hear gives it up.
const idleMs = 30_000
const maxPauseMs = 15_000
// Too many requests, internal error: worth another try. Everything else is final.
const passingCodes = [3001, -32603]
// JSON-RPC, and what relays say of methods they do not know (relay-server-rpc, InvalidMethod).
const unknownMethodCodes = [-32601, -32600]

export function createRelayClient(options: RelayClientOptions): RelayClient {
  const entries = new Map<string, Entry>()
  const topics = new Map<Topic, Subscription>()
  const reaching = new Set<(error: BaseError) => void>()
  let refused: BaseError | undefined
  let sequence = (options.randomBytes(1)[0] ?? 0) * 1000
  let cancelIdle = () => {}
  // Subscriptions that are on their way with a composite.
  const composed = new Set<Topic>()
  let takesComposites = true
  const isWanted = () => topics.size > 0 || entries.size > 0

  const socket = createRelaySocket({
    ...options,
    isWanted,
    onOpen,
    onFrame,
    onLost() {
      takesComposites = true
      for (const entry of entries.values()) {
        entry.cancelWatch?.()
        // A relay may end the connection over a method it does not know.
        if (entry.isSent && entry.instead) takesComposites = false
      }
    },
    onRefused(error) {
      refused = error
      options.onFailure(error)
      for (const reject of [...reaching]) reject(error)
    },
  })

  function onOpen(): void {
    watchIdle()
    const waiting = [...entries]
    subscribeAll(
      [...topics.keys()].filter((topic) => !composed.has(topic)),
      answerTimeoutMs,
    )
    for (const [idToken, entry] of waiting) {
      if (entry.publish === undefined) entries.delete(idToken)
      else resend(idToken, entry)
    }
  }

  function subscribeAll(all: readonly Topic[], timeoutMs: number): void {
    for (let start = 0; start < all.length; start += irnLimits.batchSize) {
      const batch = all.slice(start, start + irnLimits.batchSize)
      ask({
        method: 'irn_batchSubscribe',
        params: { topics: batch },
        timeoutMs,
        onResult(ids) {
          batch.forEach((topic, index) => {
            onSubscribed(topic, Array.isArray(ids) ? ids[index] : undefined)
          })
        },
        onError: options.onFailure,
      })
    }
  }

  function onSubscribed(topic: Topic, id: unknown): void {
    const subscription = topics.get(topic)
    if (subscription === undefined) return
    if (typeof id === 'string') subscription.id = id
    subscription.subscribed.resolve()
  }

  function ask(entry: Entry): void {
    // 13 digits of time and 6 more, as a text: the form every relay and client takes.
    sequence += 1
    const idToken = `"${String(options.now()).padStart(13, '0')}${String(sequence % 1_000_000).padStart(6, '0')}"`
    entries.set(idToken, entry)
    transmit(idToken, entry)
  }

  function transmit(idToken: string, entry: Entry): void {
    if (!socket.send(formatIrnRequest(idToken, entry.method, entry.params))) {
      socket.connect()
      return
    }
    entry.isSent = true
    entry.cancelWatch = options.setTimer(socket.drop, entry.timeoutMs ?? answerTimeoutMs)
  }

  function resend(idToken: string, entry: Entry): void {
    if (entry.publish !== undefined && entry.publish.expiresAt <= options.now()) expire(idToken, entry)
    else if (entry.isSent && entry.instead && !takesComposites) turn(idToken, entry.instead)
    else transmit(idToken, entry)
  }

  function turn(idToken: string, instead: () => void): void {
    entries.delete(idToken)
    instead()
  }

  function watchIdle(): void {
    cancelIdle()
    if (isWanted()) return
    cancelIdle = options.setTimer(() => {
      if (!isWanted()) socket.drop()
    }, idleMs)
  }

  function expire(idToken: string, entry: Entry): void {
    entry.cancelWatch?.()
    entries.delete(idToken)
    entry.onError(new RelayUnreachableError('The relay could not be reached before the message was out of time.'))
  }

  function onFrame(text: string): void {
    const connection = socket.connection()
    try {
      const frame = parseRelayFrame(text)
      if (frame.kind === 'delivery') {
        // Acknowledged after it is recorded, and only where it was delivered: another socket gets it anew.
        void options.onDelivery(frame.delivery).then(() => {
          if (socket.connection() === connection) socket.send(formatIrnResult(frame.idToken, true))
        }, ignore)
        return
      }
      const entry = entries.get(frame.idToken)
      if (entry === undefined) return
      entry.cancelWatch?.()
      if (frame.kind === 'error' && passingCodes.includes(frame.code)) {
        entry.delays = (entry.delays ?? 0) + 1
        const pause = jitter(Math.min(500 * 2 ** entry.delays, maxPauseMs), options.randomBytes)
        entry.cancelWatch = options.setTimer(() => resend(frame.idToken, entry), pause)
        return
      }
      if (frame.kind === 'error' && entry.instead && unknownMethodCodes.includes(frame.code)) {
        takesComposites = false
        turn(frame.idToken, entry.instead)
        return
      }
      entries.delete(frame.idToken)
      watchIdle()
      if (frame.kind === 'error') {
        entry.onError(new RelayRefusedError(`The relay refused ${entry.method} with code ${frame.code}.`))
        return
      }
      refused = undefined
      socket.answered()
      entry.onResult(frame.result)
    } catch (error) {
      options.onFailure(toBaseError(error))
    }
  }

  /** The subscription to a topic, unless there is one already. */
  function add(topic: Topic): Subscription | undefined {
    if (topics.get(topic)?.isRefused === false) return undefined
    const subscription = { subscribed: options.deferreds.defer<void>(), id: '', isRefused: false }
    topics.set(topic, subscription)
    return subscription
  }

  function subscribe(topic: Topic, subscription = add(topic)): Promise<void> {
    const known = topics.get(topic)
    if (subscription === undefined || known !== subscription) return known?.subscribed.promise ?? Promise.resolve()
    if (socket.status() === 'connected') {
      ask({
        method: 'irn_subscribe',
        params: { topic },
        onResult: (id) => onSubscribed(topic, id),
        onError: (error) => refuse(subscription, error),
      })
    } else socket.connect()
    return subscription.subscribed.promise
  }

  function publish({ topic, message, ttlSeconds, tag, prompt }: Publish): Promise<void> {
    const stored = options.deferreds.defer<void>()
    ask({
      method: 'irn_publish',
      params: { topic, message, ttl: ttlSeconds, tag, prompt },
      publish: { topic, expiresAt: options.now() + ttlSeconds * 1000 },
      onResult: () => stored.resolve(),
      onError: stored.reject,
    })
    return stored.promise
  }

  return {
    status: socket.status,
    subscribe,
    publish,
    compose({ method, params, topic, publishes }) {
      const subscription = add(topic)
      const ttlSeconds = publishes[0]?.ttlSeconds ?? 0
      const stored = options.deferreds.defer<void>()
      const instead = () => {
        composed.delete(topic)
        Promise.all([subscribe(topic, subscription), ...publishes.map(publish)]).then(
          () => stored.resolve(),
          stored.reject,
        )
      }
      if (takesComposites) {
        if (subscription !== undefined) composed.add(topic)
        ask({
          method,
          params: { ...params, ttl: ttlSeconds },
          publish: { topic, expiresAt: options.now() + ttlSeconds * 1000 },
          instead,
          onResult() {
            composed.delete(topic)
            onSubscribed(topic, undefined)
            stored.resolve()
          },
          onError(error) {
            composed.delete(topic)
            if (subscription !== undefined) refuse(subscription, error)
            stored.reject(error)
          },
        })
      } else instead()
      return stored.promise
    },
    unsubscribe(topic) {
      const subscription = topics.get(topic)
      if (subscription === undefined) return
      topics.delete(topic)
      composed.delete(topic)
      subscription.subscribed.resolve()
      if (socket.status() !== 'connected') return
      const params = { topic, id: subscription.id }
      ask({ method: 'irn_unsubscribe', params, onResult() {}, onError: options.onFailure })
    },
    withdraw(topic) {
      for (const [idToken, entry] of [...entries]) if (entry.publish?.topic === topic) expire(idToken, entry)
    },
    reached<T>(promise: Promise<T>) {
      // Somebody waits for it, and no longer than this: not to be spent on a pause.
      socket.hurry()
      const deferred = options.deferreds.defer<T>()
      const end = () => {
        cancel()
        reaching.delete(deferred.reject)
      }
      let cancel = () => {}
      const watch = () => {
        const dueAt = options.now() + reachTimeoutMs
        cancel = options.setTimer(() => {
          // The page stood still, as phones let it: what is long overdue says nothing of the relay (T-67).
          if (options.now() > dueAt + wakeTimeoutMs) return watch()
          end()
          deferred.reject(
            refused ?? new RelayUnreachableError('The relay did not answer within 8 seconds. The client keeps trying.'),
          )
        }, reachTimeoutMs)
      }
      watch()
      reaching.add(deferred.reject)
      promise.then(
        (value) => {
          end()
          deferred.resolve(value)
        },
        (error) => {
          end()
          deferred.reject(error)
        },
      )
      return deferred.promise
    },
    wake() {
      if (socket.status() === 'connected') subscribeAll([...topics.keys()], wakeTimeoutMs)
      else socket.hurry()
    },
    stop: socket.stop,
  }
}

function refuse(subscription: Subscription, error: BaseError): void {
  subscription.isRefused = true
  subscription.subscribed.reject(error)
}

function ignore(): void {}
