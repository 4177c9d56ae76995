import {
  type ChainId,
  checkGranted,
  isChainId,
  namespacesOfChain,
  type Reason,
  reasons,
  type SessionNamespace,
  type Topic,
  unnamedReason,
} from '@hawser/wire'
import { hexToBytes } from '../envelope/keys.ts'
import { InvalidSessionMessageError, RequestRejectedError, SessionEndedError, UnknownSessionError } from '../errors.ts'
import { routes } from '../message/routes.ts'
import { parseEventParams, parseExtendParams, parseReason, parseUpdateParams } from '../message/sessionMessage.ts'
import type { Session, SessionRecord } from '../records/records.ts'
import type { Context } from './context.ts'
import type { IncomingRequest } from './exchange.ts'

/** Settled sessions of both roles: what they grant, how they change and end. */
export type Sessions = {
  list(): readonly Session[]
  /** @throws UnknownSessionError */
  require(topic: Topic): Session
  /**
   * Keeps a session that was just settled. Its topic is open already.
   * @throws InvalidSessionMessageError - there is no room for one as long as this
   */
  add(record: SessionRecord): void
  /** Listens to the stored sessions again. */
  restore(): void
  /** @throws UnknownSessionError */
  change(topic: Topic, change: Partial<Session>): Session
  /** Goes along with what another page of the same storage has done. */
  follow(topic: Topic, record: SessionRecord | undefined, known: SessionRecord | undefined): void
  /** Forgets a session that is over, and tells of it. */
  remove(topic: Topic, reason: Reason | undefined, by: 'self' | 'peer'): void
  /** The peer speaks on the session's topic, so it has settled, whatever became of its answer. */
  onHeard(topic: Topic): void
  onRequest(request: IncomingRequest): Promise<true | undefined>
  ping(params: { topic: Topic; signal?: AbortSignal }): Promise<void>
  disconnect(params: { topic: Topic; reason?: Reason }): Promise<void>
}

/** Seven days, from settlement or extension (WalletConnect sign/session-settlement). */
export const sessionLifetimeMs = 7 * 86_400_000
// What a peer may claim: wallets use seven days; a month leaves room for other choices and for clocks that differ.
const maxSessionLifetimeMs = 31 * 86_400_000

/** The entries of a session that have an account on this chain. None: the session does not reach the chain. */
export function grantsOfChain(session: Session, chainId: ChainId): readonly SessionNamespace[] {
  return namespacesOfChain(session.namespaces, chainId)
}

const leftBehind: Reason = { ...reasons.userDisconnected, message: 'The page that asked is gone.' }

// Every page needs to know them, and wallets tell of them whatever they have granted.
const ungrantedEvents = ['chainChanged', 'accountsChanged']

/**
 * Checks the end of a session as a peer gives it.
 * @throws InvalidSessionMessageError
 */
export function checkExpiry(expiresAt: number, now: number, reason: Reason): void {
  if (expiresAt > now && expiresAt <= now + maxSessionLifetimeMs) return
  throw new InvalidSessionMessageError('A session ends in the future, within a month.', reason)
}

/** `onEnded` hears of every session that is over, whatever the cause. */
export function createSessions(context: Context, onEnded: (topic: Topic) => void): Sessions {
  const { records, exchange, schedule, emitter, relay, now } = context

  function requireRecord(topic: Topic): SessionRecord {
    const record = records.sessions.get(topic)
    if (record === undefined || record.session.expiresAt <= now()) {
      throw new UnknownSessionError('No session with this topic is live. It ended, expired, or is another client’s.')
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

  function listen({ session, symKey }: SessionRecord): void {
    watchExpiry(session)
    void exchange.open(session.topic, hexToBytes(symKey))
  }

  /** Forgets a session with its keys; gives it as it was, if it was there. */
  function end(topic: Topic, reason: Reason | undefined): Session | undefined {
    const session = records.sessions.get(topic)?.session
    schedule.cancel(`session:${topic}`)
    records.sessions.remove(topic)
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

  /**
   * The record, if the peer is in charge and says something no older than before. The last three digits of an id are random:
   * two of one millisecond have no order.
   */
  function fromController(
    { id, method }: IncomingRequest,
    record: SessionRecord,
    reason: Reason,
    name = method,
  ): SessionRecord | undefined {
    if (record.session.role === 'wallet') {
      throw new InvalidSessionMessageError(`Only the wallet may send ${method}.`, reason)
    }
    const newest = record.newestIds[name] ?? 0
    if (id === newest || Math.floor(id / 1000) < Math.floor(newest / 1000)) return undefined
    return { ...record, newestIds: { ...record.newestIds, [name]: Math.max(id, newest) } }
  }

  function onUpdate(request: IncomingRequest, known: SessionRecord): void {
    const record = fromController(request, known, reasons.unauthorizedUpdateRequest)
    if (record === undefined) return
    const namespaces = parseUpdateParams(request.params)
    checkGranted(record.session.requiredNamespaces, namespaces)
    makeRoom({ ...record, session: { ...record.session, namespaces } }, reasons.invalidUpdateRequest)
    emitter.emit('sessionUpdated', change(record, { namespaces }))
  }

  function onExtend(request: IncomingRequest, known: SessionRecord): void {
    const record = fromController(request, known, reasons.unauthorizedExtendRequest)
    if (record === undefined) return
    const expiresAt = parseExtendParams(request.params) ?? now() + sessionLifetimeMs
    checkExpiry(expiresAt, now(), reasons.invalidExtendRequest)
    emitter.emit('sessionExtended', change(record, { expiresAt: Math.max(expiresAt, record.session.expiresAt) }))
  }

  async function onEvent(request: IncomingRequest, known: SessionRecord): Promise<true | undefined> {
    const { chainId: given, event } = parseEventParams(request.params)
    const addressed = typeof given === 'string' && isChainId(given) ? given : undefined
    const grants = addressed === undefined ? [] : grantsOfChain(known.session, addressed)
    const isGranted = grants.some(({ events }) => events.includes(event.name))
    let chainId = grants.length > 0 && (isGranted || ungrantedEvents.includes(event.name)) ? addressed : undefined
    if (grants.length === 0 && ungrantedEvents.includes(event.name)) {
      const odd = await import('../message/oddMessages.ts')
      chainId = odd.chainNamed(known.session.namespaces, given, event.data)
    }
    if (chainId === undefined) {
      throw new InvalidSessionMessageError('The session does not grant this event.', reasons.unauthorizedEvent)
    }
    // An event of one name says nothing of another. Only those that are heard are remembered.
    const record = fromController(request, known, reasons.unauthorizedEvent, `event:${event.name}`)
    if (record !== undefined) {
      records.sessions.put(record)
      emitter.emit('sessionEvent', { topic: request.topic, chainId, event })
    }
    // No client that was measured answers an event. Whoever sends one that it has not granted hears that it was taken.
    return isGranted ? undefined : true
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
      watchExpiry(record.session)
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
      // A dapp takes none: most likely another page of it asks, and an answer would spoil the wallet's.
      if (method === 'wc_sessionRequest') return
      if (method === 'wc_sessionDelete') return onDelete(request)
      if (method === 'wc_sessionEvent') return onEvent(request, record)
      if (method === 'wc_sessionUpdate') onUpdate(request, record)
      else if (method === 'wc_sessionExtend') onExtend(request, record)
      else if (method !== 'wc_sessionPing') {
        throw new InvalidSessionMessageError('This client does not know the method.', reasons.methodUnsupported)
      }
      return true
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

/** How long a dapp has to answer a settlement. */
export const settleTimeoutMs = routes.wc_sessionSettle.ttlSeconds * 1000
