import type { RelayFrame } from '@hawser/wire'
import { isNobodysId } from './requestId.ts'

/** How a relay ends a connection (relay-client-auth, RFC 6455 §7.4, and what relays say beyond). */
export const closeCodes = { cut: 1006, busy: 1013, refused: 3000, stale: 4008, rebalancing: 4010 } as const
/** The numbers of JSON-RPC errors that say the same of a request (relay_rpc). */
export const unauthorized = 3000
export const tooManyRequests = 3001

/** It does not want this client, or has too much to do. */
export type Refusal = 'refused' | 'busy'

/** What a relay says that has too much to do, whatever number it says it with. */
export const busyWords = /too ?many|rate ?limit/i

/**
 * A frame that is meant for the whole connection, as the close that would say the same. Some relays tell so of a client they refuse
 * after they have let it in (`"id":0`).
 */
export function toClose(frame: RelayFrame): { readonly code: number; readonly reason: string } | undefined {
  if (frame.kind !== 'error' || !isNobodysId(frame.idToken)) return undefined
  if (frame.code !== unauthorized && frame.code !== tooManyRequests) return undefined
  return { code: frame.code === unauthorized ? closeCodes.refused : closeCodes.busy, reason: wordsOf(frame) }
}

/** The relay's words, in one text. */
export function wordsOf({ data, message }: Extract<RelayFrame, { kind: 'error' }>): string {
  return [data, message].filter((text) => text !== '').join(': ')
}
