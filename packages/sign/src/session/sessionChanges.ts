import {
  checkGranted,
  isChainId,
  type Namespaces,
  namespacesOfChain,
  parseNamespaces,
  type Reason,
  reasons,
} from '@hawser/wire'
import { asObject, asString, field } from '@hawser/wire/internal'
import { InvalidSessionMessageError } from '../errors.ts'
import { findNamedChain } from '../message/nonstandardMessages.ts'
import { limitExpiry, parseTime, sessionLifetimeMs } from '../message/peer.ts'
import { paramsOf } from '../message/sessionMessage.ts'
import type { Session, SessionRecord } from '../records/records.ts'
import type { Context } from './context.ts'
import type { IncomingRequest } from './exchange.ts'

// A wallet's messages on a live session. A separate chunk, fetched with the first of these messages or a minute after
// the session has settled.

// Every page needs these events, and wallets send them even if they have not granted them.
const ungrantedEvents = ['chainChanged', 'accountsChanged']

/** The part of the sessions that a change needs. */
export type SessionTable = Pick<Context, 'now' | 'emitter'> & {
  change(record: SessionRecord, session: Partial<Session>): Session
  put(record: SessionRecord): void
  /** @throws InvalidSessionMessageError */
  makeRoom(record: SessionRecord, reason: Reason): void
}

/**
 * Takes an event, an update, an extension or a repeated settlement of a session. Returns the answer.
 * @throws InvalidSessionMessageError | InvalidNamespacesError
 */
export async function applySessionChange(
  request: IncomingRequest,
  record: SessionRecord,
  sessions: SessionTable,
): Promise<true | undefined> {
  const { id, method } = request
  if (method === 'wc_sessionEvent') return onEvent(request, record, sessions)
  if (method === 'wc_sessionUpdate') onUpdate(request, record, sessions)
  else if (method === 'wc_sessionExtend') onExtend(request, record, sessions)
  // The wallet repeats its settlement, or another page has taken it first.
  else if (method !== 'wc_sessionSettle' || id !== record.settleId)
    throw new InvalidSessionMessageError('This client does not know the method.', reasons.methodUnsupported)
  return true
}

/**
 * Returns the record with the new id, if the message is not older than the last one. Throws unless the peer is the
 * controller.
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
  if (id === newest || isOlder(id, newest)) return undefined
  return { ...record, newestIds: { ...record.newestIds, [name]: Math.max(id, newest) } }
}

/**
 * Whether an id was made before another one. The last three digits of an official id are random: two ids of one millisecond
 * have no order. In the Rust SDK a random number of 16 bits follows the seconds: two such ids of one second have no order.
 */
function isOlder(id: number, than: number): boolean {
  const [second, otherSecond] = [id, than].map((each) => Math.floor(each / 1_000_000))
  if (second !== otherSecond) return id < than
  const hasMilliseconds = [id, than].some((each) => each % 1_000_000 > 0xffff)
  return hasMilliseconds && Math.floor(id / 1000) < Math.floor(than / 1000)
}

function onUpdate(request: IncomingRequest, known: SessionRecord, { change, makeRoom, emitter }: SessionTable): void {
  const record = fromController(request, known, reasons.unauthorizedUpdateRequest)
  if (record === undefined) return
  const namespaces = parseUpdateParams(request.params)
  checkGranted(record.session.requiredNamespaces, namespaces)
  makeRoom({ ...record, session: { ...record.session, namespaces } }, reasons.invalidUpdateRequest)
  emitter.emit('sessionUpdated', change(record, { namespaces }))
}

function onExtend(request: IncomingRequest, known: SessionRecord, { change, now, emitter }: SessionTable): void {
  const record = fromController(request, known, reasons.unauthorizedExtendRequest)
  if (record === undefined) return
  const asked = parseExtendParams(request.params) ?? now() + sessionLifetimeMs
  const expiresAt = limitExpiry(asked, now(), reasons.invalidExtendRequest)
  emitter.emit('sessionExtended', change(record, { expiresAt: Math.max(expiresAt, record.session.expiresAt) }))
}

async function onEvent(
  request: IncomingRequest,
  known: SessionRecord,
  { put, emitter }: SessionTable,
): Promise<true | undefined> {
  const { chainId: given, event } = parseEventParams(request.params)
  const addressed = typeof given === 'string' && isChainId(given) ? given : undefined
  const grants = addressed === undefined ? [] : namespacesOfChain(known.session.namespaces, addressed)
  const isGranted = grants.some(({ events }) => events.includes(event.name))
  let chainId = grants.length > 0 && (isGranted || ungrantedEvents.includes(event.name)) ? addressed : undefined
  if (grants.length === 0 && ungrantedEvents.includes(event.name)) {
    chainId = findNamedChain(known.session.namespaces, given, event.data)
  }
  if (chainId === undefined) {
    throw new InvalidSessionMessageError('The session does not grant this event.', reasons.unauthorizedEvent)
  }
  // Events of different names are unrelated. Only emitted events are remembered.
  const record = fromController(request, known, reasons.unauthorizedEvent, `event:${event.name}`)
  if (record !== undefined) {
    put(record)
    emitter.emit('sessionEvent', { topic: request.topic, chainId, event })
  }
  // No measured client answers an event. But a wallet that sends an ungranted event gets an answer: the event was taken.
  return isGranted ? undefined : true
}

/**
 * Reads the params of wc_sessionEvent (tag 1110). The caller checks the chain.
 * @throws InvalidSessionMessageError
 */
export function parseEventParams(value: unknown): { chainId: unknown; event: { name: string; data: unknown } } {
  const params = paramsOf(value, reasons.invalidEvent)
  const event = paramsOf(field(params, 'event'), reasons.invalidEvent)
  const name = asString(field(event, 'name'), 256)
  if (name === undefined) throw new InvalidSessionMessageError('An event must have a name.', reasons.invalidEvent)
  return { chainId: field(params, 'chainId'), event: { name, data: field(event, 'data') } }
}

/**
 * Reads the params of wc_sessionUpdate (tag 1104).
 * @throws InvalidSessionMessageError | InvalidNamespacesError
 */
export function parseUpdateParams(value: unknown): Namespaces {
  const reason = reasons.invalidUpdateRequest
  return parseNamespaces(field(paramsOf(value, reason), 'namespaces'), reason)
}

/**
 * Reads the expiry in the params of wc_sessionExtend (tag 1106), as epoch milliseconds. The specification sends an
 * expiry; JS clients send nothing.
 */
export function parseExtendParams(value: unknown): number | undefined {
  return parseTime(field(asObject(value) ?? {}, 'expiry'))
}
