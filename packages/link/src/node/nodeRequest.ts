import type { IncomingMessage, ServerResponse } from 'node:http'
import { fromPeer } from '../http/peerAddress.ts'

/** A request of Node, with what a body parser of the framework may have left on it. */
export type ParsedRequest = IncomingMessage & { readonly body?: unknown }

/** The result of {@link toRequest}. A signal given to Request survives garbage collection, so it is made only on demand. */
class NodeRequest extends Request {
  readonly incoming: IncomingMessage
  #isAbandoned = false
  #abort: AbortController | undefined

  constructor(address: string, init: RequestInit, incoming: IncomingMessage, response: ServerResponse) {
    super(address, init)
    this.incoming = incoming
    response.once('close', () => {
      // Not whether it was written: a stream of HTTP/2 that was closed says so of all it did not write, too.
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
 * const link = createLink({ …, hostUser: async (request) => nodeRequestOf(request)?.session.user })
 */
export function nodeRequestOf(request: Request): IncomingMessage | undefined {
  return request instanceof NodeRequest ? request.incoming : undefined
}

/**
 * Makes a web-standard request from one of Node. It reads the body only on demand. If a body parser ran before, its result is
 * written as JSON again, so that the same checks hold. The host is always `localhost`: no header decides it.
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
  return fromPeer(new NodeRequest(address, init, incoming, response), incoming.socket.remoteAddress)
}

/** Request throws for these methods. No route answers them, nor the substitute name. */
function allowed(method: string): string {
  return /^(?:CONNECT|TRACE|TRACK)$/i.test(method) ? 'UNSUPPORTED' : method
}

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  // Each as it was sent, so that two of a kind are not taken for one. In HTTP/2 what begins with a colon is no header.
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
    // So deep that it cannot be written: no JSON of ours.
    return ''
  }
}

/** A body that is there as a whole, as one that came with its head is: a stream would outlive collections of garbage. */
function readWhole(incoming: IncomingMessage): Uint8Array<ArrayBuffer> | undefined {
  const { readableLength, readableEncoding, headers } = incoming
  if (readableLength === 0 || readableEncoding !== null || readableLength !== Number(headers['content-length'])) return
  return new Uint8Array(incoming.read())
}

function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  // Not Readable.toWeb: when it is cancelled it closes the connection that the refusal is to go out on.
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
  // Nothing ahead: a body that is begun can no longer be skipped, and would keep the connection from its next request.
  return new ReadableStream(source, { highWaterMark: 0 })
}
