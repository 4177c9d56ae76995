import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AddressKey } from '@hawser/wire'
import { createConnectionLimiter } from '../../limits/connectionLimiter.ts'
import { readDescriptorRoom } from '../../limits/defaultConnections.ts'
import type { RelayLimits } from '../../limits/limits.ts'
import { refuseExpectation, refuseUnreadable } from './httpRoutes.ts'

/**
 * Creates the relay's HTTP server, not listening yet.
 * @param options - `addressOf` returns the address that a new connection counts against; undefined: no address
 */
export function createHttpServer(options: {
  readonly limits: RelayLimits
  readonly routes: RequestListener
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly addressOf: (socket: Socket) => AddressKey | undefined
}): Server {
  const { limits, routes, upgrade, addressOf } = options
  // Leaves room for clients that get a refusal. Beyond that, connections are closed without an answer.
  const wanted = limits.connections + limits.refusedConnections + limits.handshakes
  const connections = Math.min(wanted, readDescriptorRoom())
  const mayStay = createConnectionLimiter({ limits, connections, addressOf })
  // Connections whose request is repeated, which are counted already.
  const repeated = new WeakSet<Duplex>()
  const answering = new WeakSet<Duplex>()
  const server = createServer({ maxHeaderSize: 8192, connectionsCheckingInterval: limits.headersMs / 2 })
  server.maxConnections = connections
  server.headersTimeout = limits.headersMs
  server.requestTimeout = limits.requestMs

  server.on('connection', (socket) => {
    if (!repeated.has(socket) && !mayStay(socket)) socket.destroy()
  })
  server.on('request', (request, response) => {
    const { socket } = request
    // One answer at a time: otherwise, answers to a client that sends requests without reading would pile up in memory.
    if (answering.has(socket)) return void socket.destroy()
    answering.add(socket)
    response.once('finish', () => answering.delete(socket))
    routes(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    if (answering.has(socket)) socket.destroy()
    else if (request.headers.upgrade?.toLowerCase() === 'websocket') upgrade(request, socket, head)
    else {
      repeated.add(socket)
      stayHttp(server, request, socket, head)
    }
  })
  server.on('clientError', refuseUnreadable)
  server.on('checkExpectation', refuseExpectation)
  return server
}

/**
 * Repeats a request without its upgrade offer. A server can ignore an offer to upgrade (to h2c, for example), but Node emits
 * `upgrade` for every offer.
 */
function stayHttp(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { rawHeaders, method, url, httpVersion } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!/^(upgrade|connection)$/i.test(name)) lines.push(`${name}: ${rawHeaders[index + 1] ?? ''}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
