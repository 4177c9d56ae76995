import { type ChainId, type Reason, reasons, type Topic } from '@hawser/wire'
import type { Context, Role } from './context.ts'
import {
  ChainNotGrantedError,
  EventNotGrantedError,
  InvalidSessionMessageError,
  UnknownRequestError,
} from './errors.ts'
import type { IncomingRequest } from './exchange.ts'
import { parseStoredRequest } from './parseRecords.ts'
import type { SessionRequest } from './records.ts'
import { grantsOfChain, type Sessions } from './session.ts'
import { parseRequestParams } from './sessionMessage.ts'

/** The wallet's side of a settled session: takes and answers requests, tells of events. */
export type Answering = Role & {
  respond(params: {
    topic: Topic
    requestId: number
    response: { readonly result: unknown } | { readonly error: Reason }
  }): Promise<void>
  emit(params: { topic: Topic; chainId: ChainId; event: { name: string; data: unknown } }): Promise<void>
  pending(): readonly SessionRequest[]
}

// Ids are the dapp's choice, so only topic and id together name a request.
const keyOf = (request: { readonly topic: Topic; readonly id: number }) => `${request.topic}:${request.id}`

export function createAnswering(context: Context, sessions: Sessions): Answering {
  const { records, exchange, schedule, emitter, now, relay } = context
  const requests = records.table('requests', keyOf, parseStoredRequest)

  function forget(request: SessionRequest): void {
    requests.remove(keyOf(request))
    schedule.cancel(`request:${keyOf(request)}`)
  }

  function watchExpiry(request: SessionRequest): void {
    if (request.expiresAt === undefined) return
    schedule.at(`request:${keyOf(request)}`, request.expiresAt, () => forget(request))
  }

  async function onRequest({ topic, id, params }: IncomingRequest): Promise<undefined> {
    const session = records.sessions.get(topic)?.session
    if (session?.role !== 'wallet') {
      throw new InvalidSessionMessageError('Requests go to the wallet of a session.', reasons.unauthorizedMethod)
    }
    sessions.onHeard(topic)
    const request = { id, topic, ...parseRequestParams(params) }
    if (request.expiresAt !== undefined && request.expiresAt <= now()) {
      throw new InvalidSessionMessageError('The request came after its time.', reasons.sessionRequestExpired)
    }
    const grants = grantsOfChain(session, request.chainId)
    if (grants.length === 0) {
      throw new InvalidSessionMessageError('The session has no such chain.', reasons.unauthorizedChain)
    }
    if (!grants.some(({ methods }) => methods.includes(request.method))) {
      throw new InvalidSessionMessageError('The session grants no such method.', reasons.unauthorizedMethod)
    }
    if (requests.get(keyOf(request)) !== undefined) return
    requests.put(request)
    watchExpiry(request)
    emitter.emit('sessionRequest', request)
  }

  return {
    restore() {
      for (const request of requests.values()) watchExpiry(request)
    },
    onRequest: (request) => (request.method === 'wc_sessionRequest' ? onRequest(request) : undefined),
    onSessionEnded(topic) {
      for (const request of requests.values()) if (request.topic === topic) forget(request)
    },
    async respond({ topic, requestId, response }) {
      await context.ready()
      const request = requests.get(keyOf({ topic, id: requestId }))
      if (request === undefined) {
        throw new UnknownRequestError(
          'No request with this id is pending. It was answered, expired, or its session ended.',
        )
      }
      sessions.require(topic)
      forget(request)
      await relay.reached(exchange.answer(topic, requestId, 'wc_sessionRequest', response))
    },
    async emit({ topic, chainId, event }) {
      await context.ready()
      const session = sessions.require(topic)
      if (session.role !== 'wallet') throw new EventNotGrantedError('Only the wallet of a session may emit events.')
      const grants = grantsOfChain(session, chainId)
      if (grants.length === 0) throw new ChainNotGrantedError(`The session has no account on ${chainId}.`)
      if (!grants.some(({ events }) => events.includes(event.name))) {
        throw new EventNotGrantedError(`The session does not grant the event ${event.name} on ${chainId}.`)
      }
      await relay.reached(exchange.send(topic, exchange.nextId(), 'wc_sessionEvent', { event, chainId }))
    },
    pending: () => requests.values().filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > now()),
  }
}
