import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AddressKey } from '@hawser/wire'
import { InvalidClientAuthError } from '@hawser/wire'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Admission, Entry } from '../../limits/admission.ts'
import type { RelayLimits } from '../../limits/limits.ts'
import { describeForeignOrigin } from '../../limits/originList.ts'
import { loggable, type RelayLogger } from '../../logger.ts'
import { endWith } from '../http/httpRoutes.ts'
import { classOf, type RelayMetrics } from '../metrics.ts'
import { createThrottledWarning } from '../throttledWarning.ts'
import { verifyClientAuth } from '../verifyClientAuth.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'

/** Turns HTTP upgrades into sockets of authenticated clients. */
export type Handshake = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Refuses upgrades from now on, and drops the sockets that wait for their refusal. */
  stop(): void
}

/** The outcome of an upgrade. */
type Verdict =
  | { readonly kind: 'welcome'; readonly clientId: string }
  /** Refused by an HTTP status, before the upgrade. */
  | { readonly kind: 'status'; readonly status: 503; readonly reason: 'full' | 'away' }
  | { readonly kind: 'status'; readonly status: 403; readonly reason: 'origin'; readonly text: string }
  /** Refused by a close code, after the upgrade, because a browser cannot see an HTTP status. */
  | {
      readonly kind: 'close'
      readonly code: 1013 | 3000
      readonly reason: 'client_auth' | 'clock' | 'address'
      readonly text: string
    }
  | { readonly kind: 'drop'; readonly reason: 'address' }

const ignore = () => {}

/** An upgrade in progress. */
type Upgrade = { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer }

/**
 * Admits clients by their JWT, from the query or the Authorization header, while there is room for them.
 * @param options - `now` returns epoch milliseconds; `isAway`: the store is away here, and other relays can reach it;
 * `connections` serve the open sockets
 */
export function createHandshake(options: {
  readonly now: () => number
  readonly audiences: readonly string[] | undefined
  readonly limits: RelayLimits
  readonly admission: Admission
  readonly logger: RelayLogger
  readonly metrics: RelayMetrics
  readonly isAway: () => boolean
  readonly connections: Connections
}): Handshake {
  const { limits, admission, logger, metrics, connections } = options
  const waiting = new Set<Duplex>()
  // Most clients have one socket, and a set takes ten times the memory of an array.
  const byClient = new Map<string, readonly Connection[]>()
  const warn = createThrottledWarning(logger)
  const queue: Upgrade[] = []
  let judged = 0
  let isStopped = false
  const socketOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameLength,
    maxFragments: limits.fragments,
    // Each piece of an unfinished frame takes 400 bytes, however small the piece is.
    maxBufferedChunks: 4_096,
    // How long to wait for the client's close frame after the relay's own.
    closeTimeout: 5_000,
  }
  const webSockets = new WebSocketServer(socketOptions)
  webSockets.on('wsClientError', (_error, socket) => endWith(socket, '400 Bad Request'))

  /**
   * Real clients answer a quick refusal with a storm of reconnects, so each refusal waits. Only a limited number of sockets is
   * kept waiting.
   */
  const refuseLater = (socket: Duplex, refuse: () => void) => {
    if (waiting.size >= limits.refusedConnections) return void socket.destroy()
    waiting.add(socket)
    const timer = setTimeout(refuse, limits.refusalDelayMs)
    socket.once('close', () => {
      clearTimeout(timer)
      waiting.delete(socket)
    })
  }
  const closeLater = (opened: WebSocket, socket: Duplex, code: number, text: string) => {
    opened.pause()
    opened.on('error', ignore)
    refuseLater(socket, () => {
      opened.resume()
      opened.close(code, text.slice(0, 120))
    })
  }
  /**
   * A client listens on its newest socket. Clients of 2.13 to 2.17 return from an outage with a dozen sockets and forget all
   * but the last; the others stay open and answer pings. After a change of network the old sockets answer nothing. So the
   * oldest socket is closed to make room. The close waits, because a client that wants more than allowed would reopen the
   * socket immediately.
   * @returns the sockets that stay
   */
  const makeRoom = (sockets: readonly Connection[], address: AddressKey | undefined): readonly Connection[] => {
    const [oldest, ...others] = sockets
    if (sockets.length < limits.connectionsPerClient || oldest === undefined) return sockets
    metrics.refused('client', classOf(address))
    warn('client', 'closes the oldest of too many connections of one client')
    const close = () => oldest.socket.close(1013, 'Too many connections of this client: it has newer ones.')
    const timer = setTimeout(close, limits.refusalDelayMs).unref()
    void connections.closed(oldest).then(() => clearTimeout(timer))
    return others
  }
  const forget = (connection: Connection) => {
    const { clientId } = connection
    const others = (byClient.get(clientId) ?? []).filter((other) => other !== connection)
    if (others.length > 0) byClient.set(clientId, others)
    else byClient.delete(clientId)
  }
  const welcome = (socket: WebSocket, stream: Duplex, clientId: string, address: AddressKey | undefined) => {
    const others = makeRoom(byClient.get(clientId) ?? [], address)
    const connection = connections.serve({ socket, stream, clientId, address, onClosed: forget })
    byClient.set(clientId, [...others, connection])
  }
  const judge = async (request: IncomingMessage, { refusal }: Entry): Promise<Verdict> => {
    if (options.isAway()) return { kind: 'status', status: 503, reason: 'away' }
    if (refusal === 'full') return { kind: 'status', status: 503, reason: 'full' }
    if (refusal === 'origin')
      return { kind: 'status', status: 403, reason: 'origin', text: describeForeignOrigin(request.headers.origin) }
    if (refusal === 'flood') return { kind: 'drop', reason: 'address' }
    if (refusal === 'address')
      return { kind: 'close', code: 1013, reason: 'address', text: 'Too many connections from here. Try again later.' }
    try {
      const token = readToken(request)
      if (token === undefined) throw new InvalidClientAuthError('no JWT given.')
      const { clientId } = await verifyClientAuth({ token, now: options.now(), audiences: options.audiences })
      return { kind: 'welcome', clientId }
    } catch (error) {
      if (!(error instanceof InvalidClientAuthError)) throw error
      const reason = error.message.includes('clock') ? 'clock' : 'client_auth'
      return { kind: 'close', code: 3000, reason, text: `JWT authentication error: ${error.message}` }
    }
  }
  const settle = ({ request, socket, head }: Upgrade, verdict: Verdict, address: AddressKey | undefined) => {
    if (verdict.kind !== 'welcome') {
      metrics.refused(verdict.reason, classOf(address))
      warn(verdict.reason, 'text' in verdict ? verdict.text : verdict.reason)
    }
    const isCrowded = waiting.size >= limits.refusedConnections
    if (verdict.kind === 'drop' || (verdict.kind === 'close' && isCrowded)) return void socket.destroy()
    if (verdict.kind === 'status' && isCrowded) return sendStatus(socket, verdict.status)
    if (verdict.kind === 'status') return refuseLater(socket, () => sendStatus(socket, verdict.status))
    webSockets.handleUpgrade(request, socket, head, (opened) => {
      if (verdict.kind === 'welcome') welcome(opened, socket, verdict.clientId, address)
      else closeLater(opened, socket, verdict.code, verdict.text)
    })
  }
  const run = async (upgrade: Upgrade): Promise<void> => {
    const { request, socket } = upgrade
    const entry = await admission.enter(request)
    // `once` would keep a wrapper in memory for as long as the client stays.
    socket.on('close', entry.leave)
    if (socket.destroyed) entry.leave()
    const verdict = await judge(request, entry)
    if (isStopped || socket.destroyed) return void socket.destroy()
    settle(upgrade, verdict, entry.address)
  }

  const begin = (upgrade: Upgrade) => {
    const { socket } = upgrade
    const deadline = setTimeout(() => socket.destroy(), limits.handshakeMs)
    run(upgrade)
      .catch((error) => {
        logger.error({ error: loggable(error) }, 'an upgrade failed')
        socket.destroy()
      })
      .finally(() => {
        clearTimeout(deadline)
        judged -= 1
      })
  }
  // One upgrade per turn of the event loop, so that a rush of new clients waits for the connected ones, not the reverse
  // (F-R18).
  const beginNext = () => {
    const next = queue.shift()
    if (next === undefined) return
    if (queue.length > 0) setImmediate(beginNext)
    begin(next)
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', ignore)
      if (judged >= limits.handshakes) {
        metrics.refused('full', classOf(admission.addressOf(request)))
        return sendStatus(socket, 503)
      }
      judged += 1
      queue.push({ request, socket, head })
      if (queue.length === 1) setImmediate(beginNext)
    },
    stop() {
      isStopped = true
      for (const socket of waiting) socket.destroy()
    },
  }
}

function sendStatus(socket: Duplex, status: 403 | 503): void {
  if (status === 403) endWith(socket, '403 Forbidden')
  else endWith(socket, '503 Service Unavailable', { 'retry-after': '5' })
}

function readToken(request: IncomingMessage): string | undefined {
  const query = request.url?.split('?', 2)[1] ?? ''
  const bearer = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return new URLSearchParams(query).get('auth') ?? bearer
}
