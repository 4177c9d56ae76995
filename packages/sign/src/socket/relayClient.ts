import { formatIrnResult, type IrnDelivery, parseRelayFrame, type Topic } from '@hawser/wire'
import { toBaseError } from '../errors.ts'
import type { Deferreds } from '../lifetime/deferred.ts'
import { createRelayCalls } from './relayCalls.ts'
import { createRelaySocket, type RelaySocketOptions, type RelayStatus } from './relaySocket.ts'
import { createRelayTimeout, type RelayTimeout, wakeTimeoutMs } from './relayTimeout.ts'
import { createSubscriptions } from './subscriptions.ts'

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

/** Mailboxes on a relay, whatever happens to the socket. */
export type RelayClient = Pick<RelayTimeout, 'withTimeout'> & {
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
  /** The device is back: connect now, or find out whether the socket still lives. */
  wake(): void
  stop(): void
}

export type RelayClientOptions = Omit<
  RelaySocketOptions,
  'isWanted' | 'isAwaited' | 'onOpen' | 'onFrame' | 'onLost' | 'onRefused'
> & {
  readonly deferreds: Deferreds
  /** Resolves when the message is recorded, so that it may be acknowledged. */
  onDelivery(delivery: IrnDelivery): Promise<void>
}

// A socket may be dead and seem open: browsers neither tell nor answer for it. After so long a silence the relay is asked
// something, and has 16 seconds to answer, so that it is known within 35 (F-L7). Who has nothing to hear gives the place up.
const quietMs = 18_000

export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { now, setTimer, deferreds } = options
  const relayTimeout = createRelayTimeout(options)
  let cancelQuiet = () => {}
  // When the socket was asked whether it lives; long ago once it has said so.
  let askedAt = 0

  const socket = createRelaySocket({
    ...options,
    isWanted,
    isAwaited: relayTimeout.isAwaited,
    onOpen() {
      watchQuiet()
      calls.resume(subscriptions.resume)
    },
    onFrame,
    onLost() {
      askedAt = 0
      cancelQuiet()
      calls.interrupt()
    },
    onRefused: relayTimeout.refuse,
  })
  const calls = createRelayCalls({ ...options, socket })
  const subscriptions = createSubscriptions({ ...options, socket, calls })

  function isWanted(): boolean {
    return !subscriptions.isEmpty() || !calls.isEmpty()
  }

  function watchQuiet(): void {
    cancelQuiet()
    cancelQuiet = setTimer(() => {
      if (!isWanted()) return socket.drop()
      // What is asked already says the same.
      if (calls.isEmpty()) subscriptions.askAgain(1)
      watchQuiet()
    }, quietMs)
  }

  function onFrame(text: string): void {
    const connection = socket.connection()
    watchQuiet()
    try {
      const frame = parseRelayFrame(text)
      if (frame.kind !== 'delivery') {
        if (!calls.answer(frame)) return
        relayTimeout.accept()
        socket.answered()
        return
      }
      // Acknowledged after it is recorded, and only where it was delivered: another socket gets it anew.
      void options.onDelivery(frame.delivery).then(() => {
        if (socket.connection() === connection) socket.send(formatIrnResult(frame.idToken, true))
      }, ignore)
    } catch (error) {
      options.onFailure(toBaseError(error))
    }
  }

  function publish({ topic, message, ttlSeconds, tag, prompt }: Publish): Promise<void> {
    const stored = deferreds.defer<void>()
    calls.ask({
      method: 'irn_publish',
      params: { topic, message, ttl: ttlSeconds, tag, prompt },
      publish: { topic, expiresAt: now() + ttlSeconds * 1000 },
      onResult: () => stored.resolve(),
      onError: stored.reject,
    })
    return stored.promise
  }

  function compose({ method, params, topic, publishes }: Composite): Promise<void> {
    const subscription = subscriptions.compose(topic)
    const ttlSeconds = publishes[0]?.ttlSeconds ?? 0
    const stored = deferreds.defer<void>()
    const instead = () => {
      Promise.all([subscription.subscribe(), ...publishes.map(publish)]).then(() => stored.resolve(), stored.reject)
    }
    if (calls.takesComposites()) {
      calls.ask({
        method,
        params: { ...params, ttl: ttlSeconds },
        publish: { topic, expiresAt: now() + ttlSeconds * 1000 },
        instead,
        onResult() {
          subscription.confirm()
          stored.resolve()
        },
        onError(error) {
          subscription.refuse(error)
          stored.reject(error)
        },
      })
    } else instead()
    return stored.promise
  }

  return {
    status: socket.status,
    subscribe: subscriptions.subscribe,
    unsubscribe: subscriptions.unsubscribe,
    publish,
    compose,
    withdraw: calls.withdraw,
    withTimeout(promise) {
      // Somebody waits for it, and no longer than this: not to be spent on a pause.
      socket.hurry()
      return relayTimeout.withTimeout(promise)
    },
    wake() {
      if (socket.status() !== 'connected') {
        socket.hurry(wakeTimeoutMs)
        return
      }
      // A browser tells in several ways that a page is back. What the socket said, though, says nothing of a network that is lost
      // after it.
      if (Math.abs(now() - askedAt) < wakeTimeoutMs) return
      askedAt = now()
      subscriptions.askAgain(undefined, wakeTimeoutMs, () => {
        askedAt = 0
      })
    },
    stop() {
      cancelQuiet()
      socket.stop()
    },
  }
}

function ignore(): void {}
