import { type ChainId, type Reason, reasons, type Topic } from '@hawser/wire'
import type { Context } from './context.ts'
import {
  ChainNotGrantedError,
  InvalidRequestError,
  InvalidSessionMessageError,
  MethodNotGrantedError,
  UnknownRequestError,
} from './errors.ts'
import type { IncomingRequest } from './exchange.ts'
import { requestKey } from './recordStore.ts'
import type { Session, SessionRequest } from './records.ts'
import { grantsOfChain, type Sessions } from './session.ts'
import { parseRequestParams } from './sessionMessage.ts'

export type RequestParameters = {
  readonly topic: Topic
  readonly chainId: ChainId
  readonly request: { readonly method: string; readonly params: unknown }
  /** How long the wallet has, 300 to 604800 seconds. Default 300. */
  readonly expirySeconds?: number
  readonly signal?: AbortSignal
}

/** Requests on the chains of a session: the dapp asks, the wallet answers. */
export type Requests = {
  request(params: RequestParameters): Promise<unknown>
  respond(params: {
    topic: Topic
    requestId: number
    response: { readonly result: unknown } | { readonly error: Reason }
  }): Promise<void>
  pending(): readonly SessionRequest[]
  /** Watches the expiry of a stored request again. */
  restore(request: SessionRequest): void
  onRequest(request: IncomingRequest): Promise<undefined>
}

// WalletConnect sign/session-requests (reference/protocol.md §8).
const minExpirySeconds = 300
const maxExpirySeconds = 604_800

export function createRequests(context: Context, sessions: Sessions): Requests {
  const { records, exchange, schedule, emitter, now, relay } = context

  function forget(request: SessionRequest): void {
    records.requests.remove(requestKey(request))
    schedule.cancel(`request:${requestKey(request)}`)
  }

  function restore(request: SessionRequest): void {
    if (request.expiresAt === undefined) return
    schedule.at(`request:${requestKey(request)}`, request.expiresAt, () => forget(request))
  }

  return {
    async request({ topic, chainId, request, expirySeconds = minExpirySeconds, signal }) {
      await context.ready()
      const session = sessions.require(topic)
      if (session.role !== 'dapp') throw new MethodNotGrantedError('Only the dapp of a session may send requests.')
      if (!(expirySeconds >= minExpirySeconds && expirySeconds <= maxExpirySeconds)) {
        throw new InvalidRequestError(`expirySeconds is ${minExpirySeconds} to ${maxExpirySeconds}.`)
      }
      checkMethod(session, chainId, request.method)
      const ttlSeconds = Math.floor(expirySeconds)
      const expiryTimestamp = Math.floor(now() / 1000) + ttlSeconds
      const params = { request: { ...request, expiryTimestamp }, chainId }
      return exchange.ask(topic, 'wc_sessionRequest', params, ttlSeconds, signal)
    },
    async respond({ topic, requestId, response }) {
      await context.ready()
      const request = records.requests.get(requestKey({ topic, id: requestId }))
      if (request === undefined) {
        throw new UnknownRequestError(
          'No request with this id is pending. It was answered, expired, or its session ended.',
        )
      }
      sessions.require(topic)
      forget(request)
      await relay.reached(exchange.answer(topic, requestId, 'wc_sessionRequest', response))
    },
    pending: () => records.requests.values().filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > now()),
    restore,
    async onRequest({ topic, id, params }) {
      const session = records.sessions.get(topic)?.session
      if (session === undefined) {
        throw new InvalidSessionMessageError('No session has this topic.', reasons.noSessionForTopic)
      }
      if (session.role !== 'wallet') {
        throw new InvalidSessionMessageError('A dapp takes no requests.', reasons.unauthorizedMethod)
      }
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
      if (records.requests.get(requestKey(request)) !== undefined) return undefined
      records.requests.put(request)
      restore(request)
      emitter.emit('sessionRequest', request)
      return undefined
    },
  }
}

function checkMethod(session: Session, chainId: ChainId, method: string): void {
  const grants = grantsOfChain(session, chainId)
  if (grants.length === 0) throw new ChainNotGrantedError(`The session has no account on ${chainId}.`)
  if (!grants.some(({ methods }) => methods.includes(method))) {
    throw new MethodNotGrantedError(`The session does not grant ${method} on ${chainId}.`)
  }
}
