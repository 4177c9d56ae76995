import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { loggable, type RelayLogger } from '../../logger.ts'
import type { UnreadAnswers } from './unreadAnswers.ts'

/** Headers of every answer: not cached, not executable, no referrer. */
const commonHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/**
 * Closes the connection after the answer. Open connections count against the limit, so only clients that call repeatedly keep
 * one.
 */
const closing = { connection: 'close' } as const

/** An answer: a status, its text, and headers in addition to the common ones. */
export type HttpAnswer = {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

type Route = {
  readonly methods: readonly string[]
  /** Resolves to undefined if the client is gone. */
  readonly answer: (request: IncomingMessage) => HttpAnswer | Promise<HttpAnswer | undefined>
}

/**
 * The relay's answers over plain HTTP.
 * @param options - `publicKey` undefined: the relay has no key
 */
export function createHttpRoutes(options: {
  readonly isReady: () => Promise<boolean>
  readonly publicKey: string | undefined
  readonly rpc: (request: IncomingMessage) => Promise<HttpAnswer | undefined>
  readonly unread: UnreadAnswers
  readonly logger: RelayLogger
}): RequestListener {
  const { isReady, publicKey, rpc, unread, logger } = options
  const reads = (answer: () => HttpAnswer | Promise<HttpAnswer>): Route => ({
    methods: ['GET', 'HEAD'],
    answer: async () => {
      const { headers, ...rest } = await answer()
      return { ...rest, headers: { ...headers, ...closing } }
    },
  })
  const routes = new Map<string, Route>([
    [
      '/',
      reads(() => ({
        status: 426,
        text: 'This is a relay: connect with a WebSocket.',
        headers: { upgrade: 'websocket' },
      })),
    ],
    ['/healthz', reads(() => ({ status: 200, text: 'ok' }))],
    [
      '/readyz',
      reads(async () => ((await isReady()) ? { status: 200, text: 'ready' } : { status: 503, text: 'not ready' })),
    ],
    [
      '/public-key',
      reads(() =>
        publicKey === undefined
          ? { status: 404, text: 'This relay has no key.' }
          : { status: 200, text: publicKey.toLowerCase() },
      ),
    ],
    ['/rpc', { methods: ['POST'], answer: rpc }],
  ])
  const answerOf = async (request: IncomingMessage): Promise<HttpAnswer | undefined> => {
    const route = routes.get(pathOf(request.url ?? ''))
    if (route === undefined) return { status: 404, text: 'Not found.', headers: closing }
    if (route.methods.includes(request.method ?? '')) return route.answer(request)
    const allow = [...route.methods, 'OPTIONS'].join(', ')
    // Lists the methods of a path and nothing else: no header permits a page of another origin.
    if (request.method === 'OPTIONS') return { status: 204, text: '', headers: { allow, ...closing } }
    return { status: 405, text: `Only ${route.methods.join(', ')}.`, headers: { allow, ...closing } }
  }
  const fail = (error: unknown): HttpAnswer => {
    logger.error({ error: loggable(error) }, 'a request over HTTP failed')
    return { status: 500, text: 'The relay failed. Try again.', headers: closing }
  }
  return (request, response) => {
    void answerOf(request)
      .catch(fail)
      .then((answer) => {
        if (answer === undefined || response.destroyed) return void response.destroy()
        unread.add(response, answer.text.length)
        send(response, answer, request.method === 'HEAD')
      })
  }
}

/**
 * Extracts the path. Proxies may request the absolute URL (RFC 9112 §3.2.2), and clients that join a URL from two parts can add
 * a slash. Both give the same path.
 */
function pathOf(url: string): string {
  const path = (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]{0,512}/i, '')).split('?', 1)[0] ?? ''
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

/** Refuses an `Expect` header other than 100-continue. */
export const refuseExpectation: RequestListener = (_request, response) =>
  send(response, { status: 417, text: 'Send no Expect.' }, false)

/** Refuses input that is not HTTP, arrives too slowly, or has too many headers, before there is a request. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  endWith(socket, unreadableStatuses[error.code ?? ''] ?? '400 Bad Request')
}

const unreadableStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

const lingerMs = 1_000

/** Sends an answer on a connection that no longer belongs to an HTTP server, or never did, and closes it. */
export function endWith(socket: Duplex, status: string, headers: Readonly<Record<string, string>> = {}): void {
  const lines = Object.entries({ ...commonHeaders, 'content-length': '0', connection: 'close', ...headers })
  socket.end(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  // A client that does not close its side must not hold a file descriptor.
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
}

function send(response: ServerResponse, { status, text, headers }: HttpAnswer, isHead: boolean): void {
  // RFC 9110 §8.6: no content headers with 204.
  const content = { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, {
    ...(status === 204 ? {} : content),
    ...commonHeaders,
    ...headers,
  })
  response.end(isHead ? undefined : text)
}
