import {
  type ChainId,
  namespaceOf,
  type Reason,
  reasons,
  type SessionNamespace,
  type Topic,
  unnamedReason,
} from '@hawser/wire'
import { hexToBytes } from '../envelope/keys.ts'
import { InvalidSessionMessageError, RequestRejectedError, SessionEndedError, UnknownSessionError } from '../errors.ts'
import { routes } from '../message/routes.ts'
import { parseReason } from '../message/sessionMessage.ts'
import type { Session, SessionRecord } from '../records/records.ts'
import type { Context } from './context.ts'
import type { IncomingRequest } from './exchange.ts'

/** Settled sessions of both roles: their grants, and how they change and end. */
export type Sessions = {
  list(): readonly Session[]
  /** @throws UnknownSessionError */
  require(topic: Topic): Session
  /**
   * Keeps a session that was just settled. Its topic is already open.
   * @throws InvalidSessionMessageError - there is no room for a session of this length
   */
  add(record: SessionRecord): void
  /** Listens to the stored sessions again. */
  restore(): void
  /** @throws UnknownSessionError */
  change(topic: Topic, change: Partial<Session>): Session
  /** Follows a change that another page of the same storage has made. */
  follow(topic: Topic, record: SessionRecord | undefined, known: SessionRecord | undefined): void
  /** Removes a session that is over, and reports it. */
  remove(topic: Topic, reason: Reason | undefined, by: 'self' | 'peer'): void
  /** Notes that the peer uses the session's topic: it has settled the session, even if its answer was lost. */
  onHeard(topic: Topic): void
  onRequest(request: IncomingRequest): Promise<true | undefined>
  ping(params: { topic: Topic; signal?: AbortSignal }): Promise<void>
  disconnect(params: { topic: Topic; reason?: Reason }): Promise<void>
}

/** Returns the entries of a session that have an account on this chain. Empty if the session does not include the chain. */
export function grantsOfChain({ namespaces }: Session, chainId: ChainId): readonly SessionNamespace[] {
  // Like `namespacesOfChain`, but these lists were checked when the session was made.
  return Object.entries(namespaces).flatMap(([key, entry]) => {
    const isOfChain = key === chainId || key === namespaceOf(chainId)
    return isOfChain && entry.accounts.some((account) => account.startsWith(`${chainId}:`)) ? [entry] : []
  })
}

const leftBehind: Reason = { ...reasons.userDisconnected, message: 'The page that asked is gone.' }

const loadChanges = () => import('./sessionChanges.ts')
// Most links end earlier and never need this code. A page that stays open longer could not fetch it after a deployment.
const fetchChangesAfterMs = 60_000

/** Creates the sessions of a client. `onEnded` receives every session that is over, for any cause. */
export function createSessions(context: Context, onEnded: (topic: Topic) => void): Sessions {
  const { records, exchange, schedule, emitter, relay, now } = context

  function requireRecord(topic: Topic): SessionRecord {
    const record = records.sessions.get(topic)
    if (record === undefined || record.session.expiresAt <= now()) {
      throw new UnknownSessionError('No session has this topic. It has ended or expired.')
    }
    return record
  }

  function change(record: SessionRecord, session: Partial<Session>, more: Partial<SessionRecord> = {}): Session {
    const changed = { ...record, ...more, session: { ...record.session, ...session } }
    records.sessions.put(changed)
    watchExpiry(changed.session)
    return changed.session
  }

  function watchExpiry({ topic, expiresAt }: Session): void {
    schedule.at(`session:${topic}`, expiresAt, () => {
      const session = end(topic, undefined)
      if (session !== undefined) emitter.emit('sessionExpired', { topic, session })
    })
  }

  function watch(session: Session): void {
    watchExpiry(session)
    schedule.at(`changes:${session.topic}`, now() + fetchChangesAfterMs, () => void loadChanges().catch(() => {}))
  }

  function listen({ session, symKey }: SessionRecord): void {
    watch(session)
    void exchange.open(session.topic, hexToBytes(symKey))
  }

  /** Removes a session with its keys. Returns its last state, if it existed. */
  function end(topic: Topic, reason: Reason | undefined): Session | undefined {
    const session = records.sessions.get(topic)?.session
    schedule.cancel(`session:${topic}`)
    records.sessions.remove(topic)
    schedule.cancel(`changes:${topic}`)
    onEnded(topic)
    exchange.close(topic, new SessionEndedError(reason))
    return session
  }

  function remove(topic: Topic, reason: Reason | undefined, by: 'self' | 'peer'): void {
    const session = end(topic, reason ?? reasons.userDisconnected)
    if (session !== undefined) emitter.emit('sessionDeleted', { topic, reason, by, session })
  }

  /** @throws InvalidSessionMessageError */
  function makeRoom(record: SessionRecord, reason: Reason): void {
    for (const topic of records.topicsToEvict(record, reason)) void disconnect(topic)
  }

  function disconnect(topic: Topic, reason: Reason = reasons.userDisconnected): Promise<void> {
    const { code, message } = reason
    const sent = exchange.send(topic, exchange.nextId(), 'wc_sessionDelete', { code, message })
    remove(topic, reason, 'self')
    return sent
  }

  function onHeard(topic: Topic): void {
    const record = records.sessions.get(topic)
    if (record === undefined || record.session.acknowledged) return
    const session = change(record, { acknowledged: true }, { settleId: undefined })
    emitter.emit('sessionAcknowledged', session)
  }

  async function onChange(request: IncomingRequest): Promise<true | undefined> {
    const { applySessionChange } = await loadChanges()
    // The session can have ended or changed while the code was fetched.
    const record = records.sessions.get(request.topic)
    return record && applySessionChange(request, record, { now, makeRoom, change, put: records.sessions.put, emitter })
  }

  function onDelete(request: IncomingRequest): undefined {
    const reason = parseReason(request.params)
    void exchange.answer(request.topic, request.id, request.method, { result: true })
    remove(request.topic, reason, 'peer')
  }

  return {
    list: () =>
      records.sessions
        .values()
        .map(({ session }) => session)
        .filter(({ expiresAt }) => expiresAt > now()),
    require: (topic) => requireRecord(topic).session,
    change: (topic, session) => change(requireRecord(topic), session),
    add(record) {
      if (record.session.role === 'dapp') makeRoom(record, reasons.invalidSessionSettleRequest)
      records.sessions.put(record)
      watch(record.session)
      emitter.emit('sessionSettled', record.session)
    },
    restore() {
      for (const record of records.sessions.values()) {
        listen(record)
        const { topic, pairingTopic, role } = record.session
        const isLeft = role === 'dapp' && context.endsLeftBehind(pairingTopic)
        if (isLeft) void disconnect(topic, leftBehind).catch(() => {})
      }
    },
    follow(topic, record, known) {
      if (record === undefined) {
        end(topic, reasons.userDisconnected)
        if (known !== undefined) {
          emitter.emit('sessionDeleted', { topic, reason: undefined, by: 'self', session: known.session })
        }
      } else if (known === undefined) {
        listen(record)
        emitter.emit('sessionSettled', record.session)
      } else {
        watchExpiry(record.session)
        emitter.emit('sessionUpdated', record.session)
      }
    },
    remove,
    onHeard,
    async onRequest(request) {
      const { topic, method } = request
      onHeard(topic)
      const record = records.sessions.get(topic)
      if (record === undefined) {
        throw new InvalidSessionMessageError('No session has this topic.', reasons.noSessionForTopic)
      }
      // A dapp takes no requests. Most likely another page of this dapp sent this one, and an answer from here would
      // pre-empt the wallet's.
      if (method === 'wc_sessionRequest') return
      if (method === 'wc_sessionDelete') return onDelete(request)
      if (method === 'wc_sessionPing') return true
      return onChange(request)
    },
    async ping({ topic, signal }) {
      await context.ready()
      requireRecord(topic)
      const answer = await exchange.ask(topic, 'wc_sessionPing', {}, signal)
      if (answer === false) throw new RequestRejectedError(unnamedReason)
    },
    async disconnect({ topic, reason: given }) {
      const reason = given && { code: given.code, message: given.message }
      await context.ready()
      requireRecord(topic)
      await relay.withTimeout(disconnect(topic, reason))
    },
  }
}

/** The time a dapp has to answer a settlement. */
export const settleTimeoutMs = routes.wc_sessionSettle.ttlSeconds * 1000
