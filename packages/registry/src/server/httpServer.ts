import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AddressKey } from '@hawser/wire'
import { RequestUnreadableError } from '../errors.ts'
import type { Answer } from './answers/answer.ts'
import { respondError } from './answers/respond.ts'
import { createConnectionShares } from './connectionShares.ts'
import type { RegistryLimits } from './limits.ts'
import type { RegistryMetrics } from './metrics.ts'

/**
 * The registry's HTTP server, not listening yet. It ends input that is slow, too long or not HTTP.
 * @param options - `answer` for each request; `addressOf` the address a connection counts for, undefined: none
 */
export function createHttpServer(options: {
  readonly limits: RegistryLimits
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  readonly addressOf: (socket: Socket) => AddressKey | undefined
  readonly metrics: RegistryMetrics
}): Server {
  const { limits, answer, addressOf, metrics } = options
  const mayStay = createConnectionShares({ perAddress: limits.connectionsPerAddress, addressOf })
  const server = createServer({
    maxHeaderSize: limits.headersLength,
    connectionsCheckingInterval: limits.headersMs / 2,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    // Refused with the answers, as ours are.
    requireHostHeader: false,
  })
  server.maxConnections = limits.connections
  server.on('connection', (socket) => {
    if (mayStay(socket)) return
    metrics.refused('connections')
    socket.destroy()
  })
  server.on('drop', () => metrics.refused('connections'))
  // The last request of a connection: an unreadable body no longer matters after the answer.
  const asked = new WeakMap<Duplex, IncomingMessage>()
  const take = (request: IncomingMessage, response: ServerResponse) => {
    asked.set(request.socket, request)
    answer(request, response)
  }
  server.on('request', take)
  // Nobody needs to send an announced body: no request here has one.
  server.on('checkContinue', take)
  // No answer depends on any other expectation.
  server.on('checkExpectation', take)
  server.on('clientError', (error, socket) => {
    if (asked.get(socket)?.complete === false) socket.end()
    else refuseUnreadable(error, socket, metrics)
  })
  return server
}

/** Sends an answer; the last one of a connection says so. */
export function sendAnswer(
  response: ServerResponse,
  { answer, isHead, isLast }: { readonly answer: Answer; readonly isHead: boolean; readonly isLast: boolean },
): void {
  const { status, headers, body } = answer
  response.writeHead(status, isLast ? { ...headers, Connection: 'close' } : headers)
  if (isHead || body === undefined) response.end()
  else response.end(body)
}

const unreadable: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: respondError(431, new RequestUnreadableError('The headers of a request are too long.')),
  ERR_HTTP_REQUEST_TIMEOUT: respondError(408, new RequestUnreadableError('The request came too slowly.')),
}
/** The answer to input that is not an HTTP request. */
export const malformed = respondError(400, new RequestUnreadableError('This is not an HTTP request.'))
const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
const lingerMs = 1_000

/** Input that never became a request is answered by hand, and its connection closed. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, metrics: RegistryMetrics): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const { status, headers, body } = unreadable[error.code ?? ''] ?? malformed
  metrics.refused(status === 408 ? 'slow' : 'unreadable')
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join('')}\r\n`)
  socket.end(body)
  // A client that does not close its side keeps none of our descriptors.
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
}
