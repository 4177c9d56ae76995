import { asObject } from '@hawser/wire/internal'
import type { PortEvent } from './socketHub.ts'

/**
 * Messages between pages of one shared socket: from a port to the leader, from the leader to a port, and from the
 * leader to all its ports.
 */
export type SocketMessage = PortMessage | LeaderMessage | { readonly to: 'pages'; readonly leader: string }

export type PortMessage = { readonly to: 'leader'; readonly port: string } & (
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'frame'; readonly text: string }
  /** `isLeft`: the page no longer needs the socket. Otherwise the socket has not answered. */
  | { readonly kind: 'close'; readonly isLeft: boolean }
)

/** `heard` answers every `open` and `frame`, so that a sleeping leader is known by its silence. */
export type LeaderMessage = { readonly to: 'port'; readonly port: string; readonly leader: string } & (
  | { readonly kind: 'heard' }
  | PortEvent
)

/** Raised when the messages change, so that pages of two versions of a site do not share a socket. */
export const socketMessageVersion = 2

/** Reads a message. Returns undefined for anything else: any script of the origin can write to the channel. */
export function parseSocketMessage(value: unknown): SocketMessage | undefined {
  const message: Readonly<Record<string, unknown>> = asObject(value) ?? {}
  const { to, port, leader, kind, url, text, code, reason, isLeft } = message
  if (to === 'pages' && typeof leader === 'string') return { to, leader }
  if (typeof port !== 'string') return undefined
  if (to === 'leader') {
    if (kind === 'open' && typeof url === 'string') return { to, port, kind, url }
    if (kind === 'frame' && typeof text === 'string') return { to, port, kind, text }
    return kind === 'close' && typeof isLeft === 'boolean' ? { to, port, kind, isLeft } : undefined
  }
  if (to !== 'port' || typeof leader !== 'string') return undefined
  if (kind === 'heard' || kind === 'opened') return { to, port, leader, kind }
  if (kind === 'frame' && typeof text === 'string') return { to, port, leader, kind, text }
  const isEnd = kind === 'closed' && typeof code === 'number' && typeof reason === 'string'
  return isEnd ? { to, port, leader, kind, code, reason } : undefined
}
