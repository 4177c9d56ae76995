import { type BaseError, type IrnDelivery, type Topic, unnamedReason } from '@hawser/wire'
import { openEnvelope, sealEnvelope, tagOf } from '../envelope/envelope.ts'
import type { RandomBytes } from '../envelope/keys.ts'
import {
  InvalidSessionMessageError,
  RequestExpiredError,
  RequestRejectedError,
  reasonOf,
  toBaseError,
} from '../errors.ts'
import type { Deferred, Deferreds } from '../lifetime/deferred.ts'
import type { Schedule } from '../lifetime/schedule.ts'
import { abortReason, throwIfAborted } from '../lifetime/throwIfAborted.ts'
import type { SessionMessage } from '../message/openedMessage.ts'
import { answerRoute, type Route, routes, type WcMethod } from '../message/routes.ts'
import { type Answer, formatAnswer, formatRequest, readSessionMessage } from '../message/sessionMessage.ts'
import type { RecordStore } from '../records/recordStore.ts'
import type { Composite, Publish } from '../socket/mailboxes.ts'
import type { RelayClient } from '../socket/relayClient.ts'

export type IncomingRequest = Extract<SessionMessage, { kind: 'request' }> & { readonly topic: Topic }
export type IncomingAnswer = Exclude<SessionMessage, { kind: 'request' }> & { readonly topic: Topic }

/** Sealed JSON-RPC between two peers, over topics. */
export type Exchange = {
  nextId(): number
  /**
   * Listens on a topic. Resolves when the relay has the subscription, or when `compose` resolves, whose relay call
   * includes the subscription.
   */
  open(topic: Topic, symKey: Uint8Array, compose?: () => Promise<void>): Promise<void>
  /** Listens on a topic whose envelopes the receiver opens itself. Resolves when the relay has the subscription. */
  listen(topic: Topic, receive: (message: string) => Promise<void>): Promise<void>
  /**
   * Sends several messages in one relay call, which also subscribes to `topic`. The keys of `texts` are the method's
   * names for the messages, in the order for a relay without the method. Resolves when the relay has all messages.
   */
  compose(
    method: Composite['method'],
    topic: Topic,
    params: object,
    texts: Readonly<Record<string, { readonly topic: Topic; readonly text: string; readonly route: Route }>>,
  ): Promise<void>
  /** Seals a text with the key of an open topic. Returns undefined if the topic is closed. */
  seal(topic: Topic, text: string): string | undefined
  /** Stops listening, forgets the key, and rejects the answers that are still expected there. */
  close(topic: Topic, error: BaseError): void
  /** Sends a request. Resolves when the relay has it. `onAnswer` receives the answer. */
  send(topic: Topic, id: number, method: WcMethod, params: object, ttlSeconds?: number): Promise<void>
  /** Waits for the answer to a request, until the request expires. */
  wait(topic: Topic, id: number, ttlSeconds: number): Deferred<unknown>
  /** Sends a request and waits for its answer. */
  ask(topic: Topic, method: WcMethod, params: object, signal?: AbortSignal, ttlSeconds?: number): Promise<unknown>
  answer(topic: Topic, id: number, method: string, answer: Answer): Promise<void>
  /** Takes a delivery from the relay. Resolves when it is handled and recorded, even if it is invalid. */
  receive(delivery: IrnDelivery): Promise<void>
}

export type ExchangeOptions = {
  readonly relay: RelayClient
  readonly records: RecordStore
  readonly schedule: Schedule
  readonly deferreds: Deferreds
  readonly randomBytes: RandomBytes
  now(): number
  /** The return value or error is the answer; undefined means no answer, or one that comes later. */
  onRequest(request: IncomingRequest): Promise<true | undefined>
  onAnswer(answer: IncomingAnswer): Promise<void>
  onFailure(error: BaseError): void
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { relay, records, schedule, deferreds, randomBytes, now } = options
  const keys = new Map<Topic, Uint8Array>()
  const receivers = new Map<Topic, (message: string) => Promise<void>>()
  const waiting = new Map<string, { readonly topic: Topic; readonly deferred: Deferred<unknown> }>()
  let lastId = 0
  let handling: Promise<void> = Promise.resolve()

  // Peers compare the millisecond part, so ids must rise (official clients send Date.now() * 1000 + 0…999).
  function nextId(): number {
    const random = ((randomBytes(1)[0] ?? 0) * 1000) >> 8
    lastId = Math.max(lastId + 1, now() * 1000 + random)
    return lastId
  }

  function seal(topic: Topic, text: string): string | undefined {
    const symKey = keys.get(topic)
    if (symKey === undefined) return undefined
    const message = sealEnvelope(text, { symKey }, randomBytes)
    // A relay must not echo messages. If it does, this client must not answer itself.
    records.markSeen(topic, tagOf(message))
    return message
  }

  function publish(topic: Topic, text: string, route: Route): Promise<void> {
    const message = seal(topic, text)
    return message === undefined ? closed() : relay.publish({ topic, message, ...route })
  }

  function send(
    topic: Topic,
    id: number,
    method: WcMethod,
    params: object,
    ttlSeconds: number = routes[method].ttlSeconds,
  ): Promise<void> {
    try {
      return publish(topic, formatRequest(id, method, params), { ...routes[method], ttlSeconds })
    } catch (error) {
      return rejected(error)
    }
  }

  function answer(topic: Topic, id: number, method: string, given: Answer, isRefusal = false): Promise<void> {
    const kind = 'result' in given ? 'result' : isRefusal ? 'refusal' : 'error'
    return publish(topic, formatAnswer(id, given), answerRoute(method, kind))
  }

  function wait(topic: Topic, id: number, ttlSeconds: number): Deferred<unknown> {
    const key = `${topic}:${id}`
    const deferred = deferreds.defer<unknown>()
    waiting.set(key, { topic, deferred })
    schedule.at(`answer:${key}`, now() + ttlSeconds * 1000, () => {
      deferred.reject(new RequestExpiredError('The peer did not answer in time.'))
    })
    const end = () => {
      schedule.cancel(`answer:${key}`)
      waiting.delete(key)
    }
    deferred.promise.then(end, end)
    return deferred
  }

  async function handle({ topic, message }: IrnDelivery): Promise<void> {
    const receiver = receivers.get(topic)
    if (receiver !== undefined) return receiver(message)
    const symKey = keys.get(topic)
    const tag = tagOf(message)
    if (symKey === undefined || records.isSeen(topic, tag)) return
    const text = openEnvelope(message, symKey)
    // Only messages that the peer sealed are remembered, so that a relay's noise cannot push them out.
    records.markSeen(topic, tag)
    const parsed = await readSessionMessage(text)
    if (parsed.kind === 'request') return handleRequest({ ...parsed, topic })
    const pending = waiting.get(`${topic}:${parsed.id}`)
    if (pending === undefined) {
      await options.onAnswer({ ...parsed, topic })
      if (parsed.kind === 'result' || parsed.reason !== unnamedReason) return
      throw new InvalidSessionMessageError('An answer must have a result or an error.')
    }
    if (parsed.kind === 'result') pending.deferred.resolve(parsed.result)
    else pending.deferred.reject(new RequestRejectedError(parsed.reason))
  }

  async function handleRequest(request: IncomingRequest): Promise<void> {
    try {
      const result = await options.onRequest(request)
      if (result !== undefined) void answer(request.topic, request.id, request.method, { result })
    } catch (error) {
      const known = toBaseError(error)
      options.onFailure(known)
      // Answered if the topic is still open; the failure is reported either way.
      void answer(request.topic, request.id, request.method, { error: reasonOf(known) }, true)
    }
  }

  return {
    nextId,
    open(topic, symKey, compose) {
      // A copy, so that `close` can wipe it.
      keys.set(topic, symKey.slice())
      return compose === undefined ? relay.subscribe(topic) : compose()
    },
    listen(topic, receive) {
      receivers.set(topic, receive)
      return relay.subscribe(topic)
    },
    compose(method, topic, params, texts) {
      const fields: Record<string, string> = {}
      const publishes: Publish[] = []
      for (const [name, { topic, text, route }] of Object.entries(texts)) {
        const message = seal(topic, text)
        if (message === undefined) return closed()
        fields[name] = message
        publishes.push({ topic, message, ...route })
      }
      return relay.compose({ method, topic, params: { ...params, ...fields }, publishes })
    },
    seal,
    close(topic, error) {
      keys.get(topic)?.fill(0)
      keys.delete(topic)
      receivers.delete(topic)
      relay.unsubscribe(topic)
      records.forgetSeen(topic)
      for (const pending of waiting.values()) if (pending.topic === topic) pending.deferred.reject(error)
    },
    send,
    wait,
    async ask(topic, method, params, signal, ttlSeconds = routes[method].ttlSeconds) {
      throwIfAborted(signal)
      const id = nextId()
      const answer = wait(topic, id, ttlSeconds)
      const onAbort = () => answer.reject(signal && abortReason(signal))
      signal?.addEventListener('abort', onAbort)
      try {
        send(topic, id, method, params, ttlSeconds).catch(answer.reject)
        return await answer.promise
      } finally {
        signal?.removeEventListener('abort', onAbort)
      }
    },
    answer,
    async receive(delivery) {
      // One at a time: a settlement must not overtake the approval it belongs to.
      handling = handling.then(() => handle(delivery)).catch((error) => options.onFailure(toBaseError(error)))
      await handling
      await records.flush()
    },
  }
}

/**
 * Returns a handled rejection. Not an `async` function: a caller that sends without waiting has no handler for its
 * rejection.
 */
function rejected(error: unknown): Promise<never> {
  const promise = Promise.reject(error)
  promise.catch(() => {})
  return promise
}

const closed = () => rejected(new InvalidSessionMessageError('The topic is closed.'))
