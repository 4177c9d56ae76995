import type { BaseError, RelayFrame } from '@hawser/wire'
import {
  MessageTooLargeError,
  RelayBusyError,
  RelayClockError,
  type RelayRefusalReason,
  RelayRefusedError,
} from '../errors.ts'
import { busyWords, type Refusal, tooManyRequests, unauthorized, wordsOf } from './relayRefusal.ts'

// A separate chunk, fetched when a relay refuses: most never do.

const longestQuote = 160

// Examples of close reasons and of JSON-RPC error messages: "Unauthorized: origin not allowed", "OriginNotAllowed",
// "Project not found", "Unauthorized: invalid key", "Authorization error: Project ID is missing", "JWT authentication
// error: …", "TooManyRequests".
const wordsOfReasons: readonly (readonly [RelayRefusalReason, RegExp])[] = [
  ['origin', /origin/i],
  ['project', /project|invalid key/i],
  ['rate', busyWords],
  ['clock', /clock|expired|not yet valid|\biat\b/i],
]

/** Returns the error for a connection that the relay closed. */
export function toCloseRefusal(refusal: Refusal, words: string, now: number): BaseError {
  return refusal === 'busy' ? toRelayBusy(words) : toRelayRefusal(words, now)
}

/** Returns the error for a refusal, with the reason that the relay's words give. */
export function toRelayRefusal(words: string, now: number): BaseError {
  const reason = wordsOfReasons.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
  if (reason === 'rate') return toRelayBusy(words)
  if (reason !== 'clock') return new RelayRefusedError(`The relay refused this client${quote(words)}.`, reason)
  const time = Date.parse(/\d{4}-\d\d-\d\dT[\d:.]{5,12}Z/.exec(words)?.[0] ?? '')
  return new RelayClockError(Number.isNaN(time) ? undefined : time, now)
}

/** Returns the error for a relay that asks the client to wait. */
function toRelayBusy(words = ''): RelayBusyError {
  return new RelayBusyError(`The relay has too many requests at the moment${quote(words)}. The client tries again.`)
}

type RelayError = Extract<RelayFrame, { kind: 'error' }>

/** Returns the error for a refused request. */
export function toCallRefusal(method: string, error: RelayError, now: number): BaseError {
  const { code } = error
  const words = wordsOf(error)
  if (code === unauthorized) return toRelayRefusal(words, now)
  if (code === tooManyRequests) return toRelayBusy(words)
  const Refused = /payload ?size/i.test(words) ? MessageTooLargeError : RelayRefusedError
  return new Refused(`The relay refused ${method} with code ${code}${quote(words)}.`)
}

/** Quotes a relay on one line, bounded, and without anything that could be a token or a key, because errors are logged. */
function quote(words: string): string {
  const text = words
    .slice(0, 2_048)
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[\w%+/=-]{24,}/g, '…')
    .trim()
  if (text === '') return ''
  return `: "${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}"`
}
