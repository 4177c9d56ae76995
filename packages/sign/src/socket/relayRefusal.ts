import type { BaseError, RelayFrame } from '@hawser/wire'
import { RelayBusyError, RelayClockError, type RelayRefusalReason, RelayRefusedError } from '../errors.ts'
import { isNobodysId } from './requestId.ts'

/** How a relay ends a connection (relay-client-auth, RFC 6455 §7.4, and what relays say beyond). */
export const closeCodes = { cut: 1006, busy: 1013, refused: 3000, stale: 4008, rebalancing: 4010 } as const
/** The numbers of JSON-RPC errors that say the same of a request (relay_rpc). */
const unauthorized = 3000
export const tooManyRequests = 3001
const closes: ReadonlyMap<number, number> = new Map([
  [unauthorized, closeCodes.refused],
  [tooManyRequests, closeCodes.busy],
])

const longestQuote = 160

// Close reasons and the words of JSON-RPC errors: "Unauthorized: origin not allowed", "OriginNotAllowed", "Project not found", "Unauthorized:
// invalid key", "Authorization error: Project ID is missing", "JWT authentication error: …", "TooManyRequests".
const wordsOfReasons: readonly (readonly [RelayRefusalReason, RegExp])[] = [
  ['origin', /origin/i],
  ['project', /project|invalid key/i],
  ['rate', /too ?many|rate ?limit/i],
  ['clock', /clock|expired|not yet valid|\biat\b/i],
]

/** Why a relay will not have this client, from the words it says it in. */
export function toRelayRefusal(words: string, now: number): BaseError {
  const reason = wordsOfReasons.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
  if (reason === 'rate') return toRelayBusy(words)
  if (reason !== 'clock') return new RelayRefusedError(`The relay refused this client${quote(words)}.`, reason)
  const time = Date.parse(/\d{4}-\d\d-\d\dT[\d:.]{5,12}Z/.exec(words)?.[0] ?? '')
  return new RelayClockError(Number.isNaN(time) ? undefined : time, now)
}

/** The relay asks for patience. */
export function toRelayBusy(words = ''): RelayBusyError {
  return new RelayBusyError(`The relay has too many requests at the moment${quote(words)}. The client tries again.`)
}

type RelayError = Extract<RelayFrame, { kind: 'error' }>

/** What an answer to a request refuses it with. */
export function toCallRefusal(method: string, error: RelayError, now: number): BaseError {
  const { code } = error
  const words = wordsOf(error)
  if (code === unauthorized) return toRelayRefusal(words, now)
  if (code === tooManyRequests) return toRelayBusy(words)
  return new RelayRefusedError(`The relay refused ${method} with code ${code}${quote(words)}.`)
}

/**
 * A frame that is meant for the whole connection, as the close that would say the same. Some relays tell so of a client they refuse
 * after they have let it in (`"id":0`).
 */
export function toClose(frame: RelayFrame): { readonly code: number; readonly reason: string } | undefined {
  if (frame.kind !== 'error' || !isNobodysId(frame.idToken)) return undefined
  const code = closes.get(frame.code)
  return code === undefined ? undefined : { code, reason: wordsOf(frame) }
}

function wordsOf({ data, message }: RelayError): string {
  return [data, message].filter((text) => text !== '').join(': ')
}

/** On one line, bounded, and without what could be a token or a key: errors are logged. */
function quote(words: string): string {
  const text = words
    .slice(0, 2_048)
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[\w%+/=-]{24,}/g, '…')
    .trim()
  if (text === '') return ''
  return `: "${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}"`
}
