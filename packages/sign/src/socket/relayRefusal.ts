import type { RelayFrame } from '@hawser/wire'
import { isNullRequestId } from './requestId.ts'

/** The codes with which a relay ends a connection (relay-client-auth, RFC 6455 §7.4, and other codes of relays). */
export const closeCodes = { cut: 1006, busy: 1013, refused: 3000, stale: 4008, rebalancing: 4010 } as const
/** The codes of JSON-RPC errors with the same meaning for a request (relay_rpc). */
export const unauthorized = 3000
export const tooManyRequests = 3001

/** The relay refuses this client, or is overloaded. */
export type Refusal = 'refused' | 'busy'

/** The words of an overloaded relay, with any code. */
export const busyWords = /too ?many|rate ?limit/i

/**
 * Returns the close that a frame for the whole connection means. Some relays accept a socket and then refuse the client
 * with such a frame (`"id":0`).
 */
export function toClose(frame: RelayFrame): { readonly code: number; readonly reason: string } | undefined {
  if (frame.kind !== 'error' || !isNullRequestId(frame.idToken)) return undefined
  if (frame.code !== unauthorized && frame.code !== tooManyRequests) return undefined
  return { code: frame.code === unauthorized ? closeCodes.refused : closeCodes.busy, reason: wordsOf(frame) }
}

/** Joins the relay's words into one text. */
export function wordsOf({ data, message }: Extract<RelayFrame, { kind: 'error' }>): string {
  return [data, message].filter((text) => text !== '').join(': ')
}
