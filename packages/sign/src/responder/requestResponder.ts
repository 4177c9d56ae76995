import { InvalidArgumentError, type Reason, readReason, reasons, type Topic, unnamedReason } from '@hawser/wire'
import { InvalidSessionMessageError, RequestExpiredError, UnknownRequestError } from '../errors.ts'
import { toLocalDeadline } from '../lifetime/deadline.ts'
import { routes } from '../message/routes.ts'
import { parseRequestParams } from '../message/sessionMessage.ts'
import { toPlain } from '../message/toPlain.ts'
import { parseStoredRequest } from '../records/parseRecords.ts'
import type { SessionRequest } from '../records/records.ts'
import type { Context, Role } from '../session/context.ts'
import type { IncomingRequest } from '../session/exchange.ts'
import { grantsOfChain, type Sessions } from '../session/session.ts'

/** The wallet's side of requests: takes requests, reports one at a time in each session, and answers them. */
export type RequestResponder = Role & {
  respond(params: {
    topic: Topic
    requestId: number
    response: { readonly result: unknown } | { readonly error: Reason }
  }): Promise<void>
  pending(): readonly SessionRequest[]
}

// The dapp chooses the id, so only topic and id together identify a request.
const keyOf = (request: { readonly topic: Topic; readonly id: number }) => `${request.topic}:${request.id}`

export function createRequestResponder(context: Context, sessions: Sessions): RequestResponder {
  const { records, exchange, schedule, emitter, now, relay } = context
  const requests = records.table('requests', keyOf, async () => parseStoredRequest)

  // Requests that the wallet app knows, from the event or from the storage.
  const told = new Set<string>()
  const pending = () => requests.values().filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > now())

  function forget(request: SessionRequest): void {
    const key = keyOf(request)
    requests.remove(key)
    told.delete(key)
    schedule.cancel(`request:${key}`)
  }

  /**
   * Reports the oldest request of a session, unless it is already reported: a wallet shows one request after the other
   * (§8).
   */
  function tellNext(topic: Topic): void {
    const request = pending().find((candidate) => candidate.topic === topic)
    if (request === undefined || told.has(keyOf(request))) return
    told.add(keyOf(request))
    emitter.emit('sessionRequest', request)
  }

  function watchExpiry(request: SessionRequest): void {
    if (request.expiresAt === undefined) return
    schedule.at(`request:${keyOf(request)}`, request.expiresAt, () => expire(request), 0)
  }

  /** Ends a request that has expired. The dapp is informed too: its clock can be behind, and it would wait. */
  function expire(request: SessionRequest): void {
    const { code, message } = reasons.sessionRequestExpired
    forget(request)
    void exchange.answer(request.topic, request.id, 'wc_sessionRequest', { error: { code, message } })
    tellNext(request.topic)
  }

  async function onRequest({ topic, id, params }: IncomingRequest): Promise<undefined> {
    const session = records.sessions.get(topic)?.session
    // Most likely another page of this dapp sent the request. An answer from this page would pre-empt the wallet's.
    if (session?.role !== 'wallet') return
    sessions.onHeard(topic)
    // A request without an expiry gets the protocol's default, so that it does not block all others forever.
    const { expiresAt: given = now() + routes.wc_sessionRequest.ttlSeconds * 1000, ...asked } =
      parseRequestParams(params)
    const expiresAt = toLocalDeadline(given, now())
    const request = { id, topic, ...asked, expiresAt }
    if (expiresAt <= now()) {
      throw new InvalidSessionMessageError('The request arrived after its expiry.', reasons.sessionRequestExpired)
    }
    const grants = grantsOfChain(session, request.chainId)
    if (grants.length === 0) {
      throw new InvalidSessionMessageError('The session does not grant this chain.', reasons.unauthorizedChain)
    }
    if (!grants.some(({ methods }) => methods.includes(request.method))) {
      throw new InvalidSessionMessageError('The session does not grant this method.', reasons.unauthorizedMethod)
    }
    if (requests.get(keyOf(request)) !== undefined) return
    requests.put(request)
    watchExpiry(request)
    tellNext(topic)
  }

  return {
    restore() {
      for (const request of requests.values()) {
        told.add(keyOf(request))
        watchExpiry(request)
      }
    },
    onRequest: (request) => (request.method === 'wc_sessionRequest' ? onRequest(request) : undefined),
    onSessionEnded(topic) {
      for (const request of requests.values()) if (request.topic === topic) forget(request)
    },
    async respond({ topic, requestId, response: given }) {
      if (typeof given !== 'object' || given === null) {
        throw new InvalidArgumentError('`response` must be { result } or { error }.')
      }
      // `given.error` can be an error that the wallet's own code threw. Read before the request is removed, so that the
      // wallet can answer again if reading fails.
      const response =
        'error' in given ? { error: readReason(given.error) ?? unnamedReason } : toPlain(given, 'The response')
      await context.ready()
      const request = requests.get(keyOf({ topic, id: requestId }))
      if (request === undefined) {
        throw new UnknownRequestError(
          'No request with this id is pending. It was answered, expired, or its session ended.',
        )
      }
      sessions.require(topic)
      if (!pending().includes(request)) {
        expire(request)
        throw new RequestExpiredError('This answer is too late. The dapp has been informed.')
      }
      // Sent before the request is removed: a message that is too large is not sent, and the wallet can answer with a
      // shorter one.
      const sent = exchange.answer(topic, requestId, 'wc_sessionRequest', response)
      forget(request)
      tellNext(topic)
      await relay.withTimeout(sent)
    },
    pending,
  }
}
