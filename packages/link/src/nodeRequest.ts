import type { IncomingMessage, ServerResponse } from 'node:http'
import { fromPeer } from './peerAddress.ts'

/** A request of Node, with what a body parser of the framework may have left on it. */
export type ParsedRequest = IncomingMessage & { readonly body?: unknown }

// So that `hostUser` can read what the host app's own middleware put on its request.
const originals = new WeakMap<Request, IncomingMessage>()

/** The request of Node that a Request was made of: `hostUser: async (request) => nodeRequestOf(request)?.session.user`. */
export function nodeRequestOf(request: Request): IncomingMessage | undefined {
  return originals.get(request)
}

/**
 * A request of Node as a web-standard one, its body read no further than somebody asks. Where a body parser ran before, what
 * it left is written as JSON again, so that the same checks hold. The host is always `localhost`: no header is believed.
 */
export function toRequest(incoming: ParsedRequest, response: ServerResponse, path: string): Request {
  const abort = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) abort.abort()
  })
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(`http://localhost${path.startsWith('/') ? path : '/'}`, {
    method: allowed(method),
    headers: readHeaders(incoming),
    signal: abort.signal,
    ...(hasBody ? { body: bodyOf(incoming), duplex: 'half' } : {}),
  })
  originals.set(request, incoming)
  return fromPeer(request, incoming.socket.remoteAddress)
}

/** Request refuses to be made with these; nothing of ours answers to them, nor to the name that stands in. */
function allowed(method: string): string {
  return /^(?:CONNECT|TRACE|TRACK)$/i.test(method) ? 'UNSUPPORTED' : method
}

function readHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  // Each as it was sent, so that two of a kind are not taken for one. Requests of HTTP/2 have no such list, and what begins with
  // a colon is no header.
  const sent: NodeJS.Dict<string | string[]> = incoming.headersDistinct ?? incoming.headers
  for (const [name, values = []] of Object.entries(sent))
    if (!name.startsWith(':')) for (const value of [values].flat()) headers.append(name, value)
  return headers
}

function bodyOf(incoming: ParsedRequest): ReadableStream<Uint8Array> | string | Uint8Array<ArrayBuffer> {
  if (!incoming.readableDidRead || incoming.body === undefined) return streamOf(incoming)
  if (typeof incoming.body === 'string') return incoming.body
  if (incoming.body instanceof Uint8Array) return new Uint8Array(incoming.body)
  try {
    return JSON.stringify(incoming.body)
  } catch {
    // So deep that it cannot be written: no JSON of ours.
    return ''
  }
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
