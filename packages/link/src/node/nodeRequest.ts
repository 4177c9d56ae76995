import type { IncomingMessage, ServerResponse } from 'node:http'
import { withPeerAddress } from '../http/peerAddress.ts'

/** A Node request, with the result that a body parser of the framework may have left on it. */
export type ParsedRequest = IncomingMessage & { readonly body?: unknown }

/**
 * The result of {@link toRequest}. A signal that is passed to Request survives garbage collection, so it is created only on
 * demand.
 */
class NodeRequest extends Request {
  readonly incoming: IncomingMessage
  #isAbandoned = false
  #abort: AbortController | undefined

  constructor(address: string, init: RequestInit, incoming: IncomingMessage, response: ServerResponse) {
    super(address, init)
    this.incoming = incoming
    response.once('close', () => {
      // Not whether the answer was written: a closed HTTP/2 stream also reports unsent data as written.
      if (response.writableEnded) return
      this.#isAbandoned = true
      this.#abort?.abort()
    })
  }

  override get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController()
      if (this.#isAbandoned) this.#abort.abort()
    }
    return this.#abort.signal
  }
}

/**
 * Returns the request of Node from which an adapter made a Request, with everything that your middleware put on it.
 * @returns Undefined for a Request that no adapter of this package made, and for a copy of one.
 * @example
 * const link = createLink({ …, hostUser: async (request) => (nodeRequestOf(request) as ExpressRequest | undefined)?.session.user })
 */
export function nodeRequestOf(request: Request): IncomingMessage | undefined {
  return request instanceof NodeRequest ? request.incoming : undefined
}

/**
 * Creates a web-standard request from a Node request. It reads the body only on demand. If a body parser ran before, its result
 * is written as JSON again, so that the same checks apply. The host is always `localhost`: no header decides it.
 */
export function toRequest(incoming: ParsedRequest, response: ServerResponse, path: string): Request {
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init = {
    method: allowed(method),
    headers: readHeaders(incoming),
    ...(hasBody ? { body: bodyOf(incoming), duplex: 'half' as const } : {}),
  }
  const address = `http://localhost${path.startsWith('/') ? path : '/'}`
  return withPeerAddress(new NodeRequest(address, init, incoming, response), incoming.socket.remoteAddress)
}

/** Replaces methods for which Request throws. No route answers them, nor the substitute name. */
function allowed(method: string): string {
  return /^(?:CONNECT|TRACE|TRACK)$/i.test(method) ? 'UNSUPPORTED' : method
}

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  // Headers are appended as sent, so that duplicates are not mistaken for one header. In HTTP/2, names that start with a colon
  // are not headers.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1] ?? '')
  }
  return headers
}

function bodyOf(incoming: ParsedRequest): ReadableStream<Uint8Array> | string | Uint8Array<ArrayBuffer> {
  if (!incoming.readableDidRead) return readWhole(incoming) ?? streamOf(incoming)
  if (incoming.body === undefined) return streamOf(incoming)
  if (typeof incoming.body === 'string') return incoming.body
  if (incoming.body instanceof Uint8Array) return new Uint8Array(incoming.body)
  try {
    return JSON.stringify(incoming.body)
  } catch {
    // The body is too deep to serialize, so it cannot be JSON that this API accepts.
    return ''
  }
}

/**
 * Reads a body that is already complete, such as one that came with its head. A stream for it would survive garbage
 * collections.
 */
function readWhole(incoming: IncomingMessage): Uint8Array<ArrayBuffer> | undefined {
  const { readableLength, readableEncoding, headers } = incoming
  if (readableLength === 0 || readableEncoding !== null || readableLength !== Number(headers['content-length'])) return
  return new Uint8Array(incoming.read())
}

function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  // Not Readable.toWeb, which closes the connection when cancelled, and the refusal still has to be sent over it.
  const chunks = incoming.iterator({ destroyOnReturn: false })
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await chunks.return?.()
    },
  }
  // No read-ahead: a partly read body can no longer be skipped, and would block the next request on the connection.
  return new ReadableStream(source, { highWaterMark: 0 })
}
