import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AddressKey } from '@hawser/wire'
import { RequestUnreadableError } from '../errors.ts'
import type { RegistryResponse } from './answers/answer.ts'
import { respondError } from './answers/respond.ts'
import { createConnectionLimiter } from './connectionLimiter.ts'
import type { RegistryLimits } from './limits.ts'
import type { RegistryMetrics } from './metrics.ts'

/**
 * Creates the registry's HTTP server, which does not listen yet. The server ends connections whose input is slow, too
 * long or not HTTP.
 * @param options - `answer` is called for each request; `addressOf` returns the address that a connection counts for,
 * or undefined for none
 */
export function createHttpServer(options: {
  readonly limits: RegistryLimits
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  readonly addressOf: (socket: Socket) => AddressKey | undefined
  readonly metrics: RegistryMetrics
}): Server {
  const { limits, answer, addressOf, metrics } = options
  const mayStay = createConnectionLimiter({ perAddress: limits.connectionsPerAddress, addressOf })
  const server = createServer({
    maxHeaderSize: limits.headersLength,
    connectionsCheckingInterval: limits.headersMs / 2,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    // `createRequestAnswerer` refuses a missing Host header, with an answer in the registry's form.
    requireHostHeader: false,
  })
  server.maxConnections = limits.connections
  server.on('connection', (socket) => {
    if (mayStay(socket)) return
    metrics.refused('connections')
    socket.destroy()
  })
  server.on('drop', () => metrics.refused('connections'))
  // The last request of each connection. After the answer, an unreadable body no longer matters.
  const asked = new WeakMap<Duplex, IncomingMessage>()
  const take = (request: IncomingMessage, response: ServerResponse) => {
    asked.set(request.socket, request)
    answer(request, response)
  }
  server.on('request', take)
  // A client need not send an announced body, because no request here has a body.
  server.on('checkContinue', take)
  // No answer depends on any other expectation.
  server.on('checkExpectation', take)
  server.on('clientError', (error, socket) => {
    if (asked.get(socket)?.complete === false) socket.end()
    else refuseUnreadable(error, socket, metrics)
  })
  return server
}

/** Sends an answer. The last answer of a connection says that the connection closes. */
export function sendAnswer(
  response: ServerResponse,
  { answer, isHead, isLast }: { readonly answer: RegistryResponse; readonly isHead: boolean; readonly isLast: boolean },
): void {
  const { status, headers, body } = answer
  response.writeHead(status, isLast ? { ...headers, Connection: 'close' } : headers)
  if (isHead || body === undefined) response.end()
  else response.end(body)
}

const unreadable: Readonly<Record<string, RegistryResponse>> = {
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

/** Answers input that never became a request by hand, and closes its connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, metrics: RegistryMetrics): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const { status, headers, body } = unreadable[error.code ?? ''] ?? malformed
  metrics.refused(status === 408 ? 'slow' : 'unreadable')
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join('')}\r\n`)
  socket.end(body)
  // A client that does not close its side must not keep a descriptor of this process.
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
}
