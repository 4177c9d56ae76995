import {
  type ChainId,
  checkGranted,
  checkNamespaces,
  InvalidArgumentError,
  type Namespaces,
  type Topic,
  unnamedReason,
} from '@hawser/wire'
import {
  ChainNotGrantedError,
  EventNotGrantedError,
  MessageTooLargeError,
  MethodNotGrantedError,
  RequestRejectedError,
} from '../errors.ts'
import { sessionLifetimeMs } from '../message/peer.ts'
import { routes } from '../message/routes.ts'
import { toPlain } from '../message/toPlain.ts'
import type { Session } from '../records/records.ts'
import type { Context } from '../session/context.ts'
import { grantsOfChain, type Sessions } from '../session/session.ts'

/** A session that this wallet has changed. */
export type ChangedSession = {
  readonly session: Session
  /**
   * Resolves when the dapp has accepted the change. Rejects with `request_rejected`, with `request_expired` if the dapp
   * stays silent for a day, or with `session_ended`. The session here is changed in any case: the wallet decides.
   */
  readonly acknowledged: Promise<Session>
}

/** The actions of a session's controller, its wallet: change the session, extend it, send events. */
export type SessionController = {
  update(params: { topic: Topic; namespaces: Namespaces }): Promise<ChangedSession>
  extend(params: { topic: Topic }): Promise<ChangedSession>
  emit(params: { topic: Topic; chainId: ChainId; event: { name: string; data: unknown } }): Promise<void>
}

export function createSessionController(context: Context, sessions: Sessions): SessionController {
  const { exchange, emitter, relay, now } = context

  function requireOwn(topic: Topic): Session {
    const session = sessions.require(topic)
    if (session.role !== 'wallet') throw new MethodNotGrantedError('Only the wallet of a session may change it.')
    return session
  }

  async function change(
    method: 'wc_sessionUpdate' | 'wc_sessionExtend',
    params: object,
    session: Session,
    before: Session,
  ): Promise<ChangedSession> {
    const { topic } = session
    const id = exchange.nextId()
    const answer = exchange.wait(topic, id, routes[method].ttlSeconds)
    const stored = exchange.send(topic, id, method, params)
    stored.catch((error) => {
      answer.reject(error)
      // No relay accepts so large a message, so the dapp's session stays as it was. Undo the change here.
      const isHere = sessions.list().some((each) => each.topic === topic)
      if (error instanceof MessageTooLargeError && isHere)
        emitter.emit('sessionUpdated', sessions.change(topic, { namespaces: before.namespaces }))
    })
    const acknowledged = answer.promise.then((result) => {
      if (result === false) throw new RequestRejectedError(unnamedReason)
      return session
    })
    acknowledged.catch(() => {})
    emitter.emit(method === 'wc_sessionUpdate' ? 'sessionUpdated' : 'sessionExtended', session)
    await relay.withTimeout(stored)
    return { session, acknowledged }
  }

  return {
    async update({ topic, namespaces: given }) {
      const namespaces = checkNamespaces(given)
      await context.ready()
      const before = requireOwn(topic)
      checkGranted(before.requiredNamespaces, namespaces)
      return change('wc_sessionUpdate', { namespaces }, sessions.change(topic, { namespaces }), before)
    },
    async extend({ topic }) {
      await context.ready()
      const known = requireOwn(topic)
      const expiresAt = Math.max(known.expiresAt, Math.floor(now() / 1000) * 1000 + sessionLifetimeMs)
      // JS clients count seven days from when they receive this message. The specification and other clients use this expiry.
      const expiry = expiresAt / 1000
      return change('wc_sessionExtend', { expiry }, sessions.change(topic, { expiresAt }), known)
    },
    async emit({ topic, chainId, event: given }) {
      const event = toPlain(given, 'event')
      if (typeof event?.name !== 'string') throw new InvalidArgumentError('`event.name` must be a text.')
      await context.ready()
      const session = sessions.require(topic)
      if (session.role !== 'wallet') throw new EventNotGrantedError('Only the wallet of a session may emit events.')
      const grants = grantsOfChain(session, chainId)
      if (grants.length === 0) throw new ChainNotGrantedError(`The session has no account on ${chainId}.`)
      if (!grants.some(({ events }) => events.includes(event.name))) {
        throw new EventNotGrantedError(`The session does not grant the event ${event.name} on ${chainId}.`)
      }
      await relay.withTimeout(exchange.send(topic, exchange.nextId(), 'wc_sessionEvent', { event, chainId }))
    },
  }
}
