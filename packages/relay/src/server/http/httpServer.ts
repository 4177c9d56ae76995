import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AddressKey } from '@hawser/wire'
import { readDescriptorRoom } from '../../limits/defaultConnections.ts'
import type { RelayLimits } from '../../limits/limits.ts'
import { createPeerShares } from '../../limits/peerShares.ts'
import { refuseExpectation, refuseUnreadable } from './httpRoutes.ts'

/**
 * The relay's HTTP server, not listening yet.
 * @param options - `addressOf` the address a new connection counts for; undefined: none
 */
export function createHttpServer(options: {
  readonly limits: RelayLimits
  readonly routes: RequestListener
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly addressOf: (socket: Socket) => AddressKey | undefined
}): Server {
  const { limits, routes, upgrade, addressOf } = options
  // Room for clients that get a refusal; beyond that, the connection is closed without one.
  const wanted = limits.connections + limits.refusedConnections + limits.handshakes
  const connections = Math.min(wanted, readDescriptorRoom())
  const mayStay = createPeerShares({ limits, connections, addressOf })
  const known = new WeakSet<Duplex>()
  const answering = new WeakSet<Duplex>()
  const server = createServer({ maxHeaderSize: 8192, connectionsCheckingInterval: limits.headersMs / 2 })
  server.maxConnections = connections
  server.headersTimeout = limits.headersMs
  server.requestTimeout = limits.requestMs

  server.on('connection', (socket) => {
    if (known.has(socket)) return
    known.add(socket)
    if (!mayStay(socket)) socket.destroy()
  })
  server.on('request', (request, response) => {
    const { socket } = request
    // One answer at a time: the answers of a client that asks without reading would pile up here.
    if (answering.has(socket)) return void socket.destroy()
    answering.add(socket)
    response.once('finish', () => answering.delete(socket))
    routes(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    if (answering.has(socket)) socket.destroy()
    else if (request.headers.upgrade?.toLowerCase() === 'websocket') upgrade(request, socket, head)
    else stayHttp(server, request, socket, head)
  })
  server.on('clientError', refuseUnreadable)
  server.on('checkExpectation', refuseExpectation)
  return server
}

/**
 * A server may ignore an offer to upgrade (to h2c, say), but Node passes on every one: repeats the request without it.
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
