import { type BaseError, irnLimits, type Topic } from '@hawser/wire'
import type { Deferred, Deferreds } from '../lifetime/deferred.ts'
import { answerTimeoutMs, type RelayCalls } from './relayCalls.ts'
import type { RelaySocket } from './relaySocket.ts'

/** The topics that this client listens on. */
export type Subscriptions = {
  isEmpty(): boolean
  /** Resolves when the relay has the subscription. */
  subscribe(topic: Topic): Promise<void>
  unsubscribe(topic: Topic): void
  /** A subscription that comes with a composite. */
  compose(topic: Topic): ComposedSubscription
  /** Asks a new socket for all of them. */
  resume(): void
  /** Asks for the first ones again, which the relay answers as if they were new: a sign of its life. */
  askAgain(count?: number, timeoutMs?: number, onAnswer?: () => void): void
}

/** Does nothing where the topic had its subscription before. */
export type ComposedSubscription = {
  confirm(): void
  refuse(error: BaseError): void
  /** The composite does not bring it. */
  subscribe(): Promise<void>
}

/** `composed`: it is on its way with a composite. */
type Subscription = {
  readonly subscribed: Deferred<void>
  id: string
  state: 'asked' | 'composed' | 'refused'
}

export function createSubscriptions(options: {
  readonly socket: Pick<RelaySocket, 'status' | 'connect'>
  readonly calls: Pick<RelayCalls, 'ask'>
  readonly deferreds: Deferreds
  onFailure(error: BaseError): void
}): Subscriptions {
  const { socket, calls, deferreds, onFailure } = options
  const subscriptions = new Map<Topic, Subscription>()

  function ask(all: readonly Topic[], timeoutMs = answerTimeoutMs, onAnswer = () => {}): void {
    for (let start = 0; start < all.length; start += irnLimits.batchSize) {
      const batch = all.slice(start, start + irnLimits.batchSize)
      calls.ask({
        method: 'irn_batchSubscribe',
        params: { topics: batch },
        timeoutMs,
        onResult(ids) {
          onAnswer()
          batch.forEach((topic, index) => {
            confirm(topic, Array.isArray(ids) ? ids[index] : undefined)
          })
        },
        onError: onFailure,
      })
    }
  }

  function confirm(topic: Topic, id?: unknown): void {
    const subscription = subscriptions.get(topic)
    if (subscription === undefined) return
    if (typeof id === 'string') subscription.id = id
    subscription.subscribed.resolve()
  }

  /** The subscription to a topic, unless there is one already. */
  function add(topic: Topic, state: Subscription['state']): Subscription | undefined {
    if ((subscriptions.get(topic)?.state ?? 'refused') !== 'refused') return undefined
    const subscription = { subscribed: deferreds.defer<void>(), id: '', state }
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
        onResult: (id) => confirm(topic, id),
        onError: (error) => refuse(subscription, error),
      })
    } else socket.connect()
    return subscription.subscribed.promise
  }

  return {
    isEmpty: () => subscriptions.size === 0,
    subscribe: (topic) => subscribe(topic),
    unsubscribe(topic) {
      const subscription = subscriptions.get(topic)
      if (subscription === undefined) return
      subscriptions.delete(topic)
      subscription.subscribed.resolve()
      if (socket.status() !== 'connected') return
      const params = { topic, id: subscription.id }
      calls.ask({ method: 'irn_unsubscribe', params, onResult() {}, onError: onFailure })
    },
    compose(topic) {
      const subscription = add(topic, 'composed')
      return {
        confirm() {
          if (subscription !== undefined) subscription.state = 'asked'
          confirm(topic)
        },
        refuse: (error) => refuse(subscription, error),
        subscribe: () => subscribe(topic, subscription),
      }
    },
    resume() {
      const all = [...subscriptions].filter(([, { state }]) => state !== 'composed')
      ask(all.map(([topic]) => topic))
    },
    askAgain: (count, ...more) => ask([...subscriptions.keys()].slice(0, count), ...more),
  }
}
