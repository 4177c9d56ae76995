import { type BaseError, irnLimits, type Topic } from '@hawser/wire'
import { sha256 } from '../envelope/createPairing.ts'
import { bytesToHex, type Identity } from '../envelope/keys.ts'
import { MessageTooLargeError } from '../errors.ts'
import type { Deferred, Deferreds } from '../lifetime/deferred.ts'
import { createMessageLimits } from './messageLimits.ts'
import type { RelayCalls } from './relayCalls.ts'
import type { RelaySocket } from './relaySocket.ts'

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
 * `wc_approveSession`). The relay stores all of them or none.
 */
export type Composite = {
  readonly method: `wc_${string}`
  /** The client adds the time to live. */
  readonly params: object
  readonly topic: Topic
  /** The same messages, for a relay without the method. */
  readonly publishes: readonly Publish[]
}

/** Mailboxes on a relay: the topics this client listens on, and the messages it sends. */
export type Mailboxes = {
  isEmpty(): boolean
  /** Resolves when the relay has the subscription. */
  subscribe(topic: Topic): Promise<void>
  unsubscribe(topic: Topic): void
  /**
   * Resolves when the relay has stored the message. Rejects when the relay refuses, or when the message has expired.
   * @throws MessageTooLargeError - at once, before the caller has changed anything
   */
  publish(publish: Publish): Promise<void>
  /** Sends a composite, like `publish`. For a relay that does not know it, the client subscribes and publishes separately. */
  compose(composite: Composite): Promise<void>
  /** Repeats all subscriptions on a new socket. */
  resume(): void
  /** Repeats the first `count` subscriptions. The relay answers them as if they were new, which shows that it is alive. */
  askAgain(count?: number, timeoutMs?: number, onAnswer?: () => void): void
}

/** A subscription to a topic. `composed`: it is part of a composite. */
type Subscription = {
  readonly subscribed: Deferred<void>
  state: 'asked' | 'composed' | 'refused'
}

export function createMailboxes(options: {
  readonly socket: Pick<RelaySocket, 'status' | 'connect'>
  readonly calls: Pick<RelayCalls, 'ask' | 'takesComposites'>
  readonly relayUrl: string | readonly string[]
  readonly deferreds: Deferreds
  identity(): Promise<Pick<Identity, 'clientId'>>
  now(): number
  onFailure(error: BaseError): void
}): Mailboxes {
  const { socket, calls, deferreds, now, onFailure } = options
  const subscriptions = new Map<Topic, Subscription>()

  const longestOf = createMessageLimits(options.relayUrl)

  function ask(all: readonly Topic[], timeoutMs?: number, onAnswer?: () => void): void {
    for (let start = 0; start < all.length; start += irnLimits.batchSize) {
      const batch = all.slice(start, start + irnLimits.batchSize)
      calls.ask({
        method: 'irn_batchSubscribe',
        params: { topics: batch },
        timeoutMs,
        onResult() {
          onAnswer?.()
          for (const topic of batch) confirm(topic)
        },
        onError: onFailure,
      })
    }
  }

  function confirm(topic: Topic): void {
    subscriptions.get(topic)?.subscribed.resolve()
  }

  /** Adds a subscription to a topic, unless it already exists. */
  function add(topic: Topic, state: Subscription['state']): Subscription | undefined {
    if ((subscriptions.get(topic)?.state ?? 'refused') !== 'refused') return undefined
    const subscription = { subscribed: deferreds.defer<void>(), state }
    subscriptions.set(topic, subscription)
    return subscription
  }

  function refuse(subscription: Subscription | undefined, error: BaseError): void {
    if (subscription === undefined) return
    subscription.state = 'refused'
    subscription.subscribed.reject(error)
  }

  function subscribe(topic: Topic, subscription = add(topic, 'asked')): Promise<void> {
    const known = subscriptions.get(topic)
    if (subscription === undefined || known !== subscription) return known?.subscribed.promise ?? Promise.resolve()
    subscription.state = 'asked'
    if (socket.status() === 'connected') {
      calls.ask({
        method: 'irn_subscribe',
        params: { topic },
        onResult: () => confirm(topic),
        onError: (error) => refuse(subscription, error),
      })
    } else socket.connect()
    return subscription.subscribed.promise
  }

  function checkLength({ message, tag }: Publish): void {
    const most = longestOf(tag)
    if (message.length > most)
      throw new MessageTooLargeError(`The relay takes ${most} bytes of tag ${tag} at most, not ${message.length}.`)
  }

  function publish(sealed: Publish): Promise<void> {
    checkLength(sealed)
    const { topic, message, ttlSeconds, tag, prompt } = sealed
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
    for (const sealed of publishes) checkLength(sealed)
    const subscription = add(topic, 'composed')
    const ttlSeconds = publishes[0]?.ttlSeconds ?? 0
    const stored = deferreds.defer<void>()
    const instead = () => {
      Promise.all([subscribe(topic, subscription), ...publishes.map(publish)]).then(
        () => stored.resolve(),
        stored.reject,
      )
    }
    if (calls.takesComposites()) {
      calls.ask({
        method,
        params: { ...params, ttl: ttlSeconds },
        publish: { topic, expiresAt: now() + ttlSeconds * 1000 },
        instead,
        onResult() {
          if (subscription !== undefined) subscription.state = 'asked'
          confirm(topic)
          stored.resolve()
        },
        onError(error) {
          refuse(subscription, error)
          stored.reject(error)
        },
      })
    } else instead()
    return stored.promise
  }

  async function leave(topic: Topic): Promise<void> {
    if (socket.status() !== 'connected') return
    const { clientId } = await options.identity()
    // The id that relay-server-rpc defines: some relays refuse any other id, and composites return none.
    const id = bytesToHex(await sha256(new TextEncoder().encode(topic + clientId)))
    // Subscribed again in the meantime, or gone with the socket.
    if (subscriptions.has(topic) || socket.status() !== 'connected') return
    calls.ask({ method: 'irn_unsubscribe', params: { topic, id }, onResult() {}, onError: onFailure })
  }

  return {
    isEmpty: () => subscriptions.size === 0,
    subscribe,
    unsubscribe(topic) {
      const subscription = subscriptions.get(topic)
      if (subscription === undefined) return
      subscriptions.delete(topic)
      subscription.subscribed.resolve()
      // Rejects if the client stops in the meantime, when no caller is left to tell.
      leave(topic).catch(() => {})
    },
    publish,
    compose,
    resume() {
      const all = [...subscriptions].filter(([, { state }]) => state !== 'composed')
      ask(all.map(([topic]) => topic))
    },
    askAgain(count, timeoutMs, onAnswer) {
      ask([...subscriptions.keys()].slice(0, count), timeoutMs, onAnswer)
    },
  }
}
