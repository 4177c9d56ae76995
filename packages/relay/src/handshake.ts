import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { InvalidClientAuthError } from '@hawser/wire'
import { type WebSocket, WebSocketServer } from 'ws'
import type { RelayLimits } from './limits.ts'
import { loggable, type RelayLogger } from './logger.ts'
import { verifyClientAuth } from './verifyClientAuth.ts'

/** Turns HTTP upgrades into sockets of known clients. */
export type Handshake = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Refuses upgrades from now on, and drops the sockets that wait to be refused. */
  stop(): void
}

/**
 * Lets clients in by their JWT, from the query or the Authorization header.
 * @param options - `now` epoch milliseconds; `serve` takes an open socket over
 */
export function createHandshake(options: {
  readonly now: () => number
  readonly audiences: readonly string[] | undefined
  readonly limits: RelayLimits
  readonly logger: RelayLogger
  readonly serve: (socket: WebSocket, clientId: string) => void
}): Handshake {
  const { now, limits, logger, serve } = options
  const refused = new Set<WebSocket>()
  let isStopped = false
  const socketOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameLength,
    maxFragments: limits.fragments,
    // After a close frame, how long the client's own is waited for.
    closeTimeout: 5_000,
  }
  const webSockets = new WebSocketServer(socketOptions)

  // An HTTP status would tell a browser nothing, and real clients answer a quick refusal with a storm of reconnects.
  const refuse = (socket: WebSocket, reason: string) => {
    refused.add(socket)
    socket.pause()
    const timer = setTimeout(() => {
      socket.resume()
      socket.close(3000, reason.slice(0, 120))
    }, limits.refusalDelayMs)
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      refused.delete(socket)
    })
  }
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const verdict = await judge(readToken(request))
    if (isStopped || socket.destroyed) return void socket.destroy()
    if ('reason' in verdict) {
      logger.warn({ reason: verdict.reason }, 'refused a client')
      if (refused.size >= limits.refusedConnections) return void socket.destroy()
    }
    webSockets.handleUpgrade(request, socket, head, (opened) => {
      if ('reason' in verdict) refuse(opened, verdict.reason)
      else serve(opened, verdict.clientId)
    })
  }
  const judge = async (token: string | undefined): Promise<{ clientId: string } | { reason: string }> => {
    if (token === undefined) return { reason: 'JWT authentication error: no JWT given.' }
    try {
      return await verifyClientAuth({ token, now: now(), audiences: options.audiences })
    } catch (error) {
      if (error instanceof InvalidClientAuthError) return { reason: `JWT authentication error: ${error.message}` }
      throw error
    }
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => {})
      upgrade(request, socket, head).catch((error) => {
        logger.error({ error: loggable(error) }, 'an upgrade failed')
        socket.destroy()
      })
    },
    stop() {
      isStopped = true
      for (const socket of refused) socket.terminate()
    },
  }
}

function readToken(request: IncomingMessage): string | undefined {
  const query = request.url?.split('?', 2)[1] ?? ''
  const bearer = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return new URLSearchParams(query).get('auth') ?? bearer
}
