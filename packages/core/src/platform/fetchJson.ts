import { BaseError } from '@hawser/wire'

/**
 * A server's answer cannot be used: it came too late, is too large, is of an unexpected kind, or reports a failure. Errors of
 * the registry and of the link API carry this error as their cause.
 */
export class AnswerUnusableError extends BaseError {
  readonly code = 'answer_unusable'
  /** The HTTP status of an answer that is not JSON. */
  readonly status: number | undefined
  readonly contentType: string | undefined

  constructor(message: string, { status, headers }: Partial<Pick<Response, 'status' | 'headers'>> = {}) {
    super(message)
    this.status = status
    this.contentType = headers?.get('content-type') ?? undefined
  }
}

/** The fetch function and the timer that bounds it. */
export type FetchWorld = {
  readonly fetch: typeof fetch
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
}

/** The request, with limits for the time and the size of the answer. */
export type BoundedRequest = {
  readonly url: string
  readonly init: RequestInit
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly maxBytes: number
}

/**
 * Fetches JSON, without following a redirect unless the request says so. The server can be slow, silent or endless, or lie
 * about its answer. `body` must still be parsed, and is undefined for an answer without a body.
 * @throws AnswerUnusableError - the answer is not JSON within the bounds
 * @throws Error - the network fails, or `signal` aborts
 */
export function fetchJson(
  world: FetchWorld,
  request: BoundedRequest,
): Promise<{ readonly status: number; readonly body: unknown }> {
  return fetchBounded(world, request, async (response) => {
    const { status } = response
    if (status === 204) return { status, body: undefined }
    if (!isJson(response)) throw new AnswerUnusableError(`The answer (HTTP ${status}) is not JSON.`, response)
    return { status, body: parseJsonBytes(await readBytes(response, request.maxBytes)) }
  })
}

/**
 * Sends a request and reads the answer with `read`, within the request's time. Nothing continues afterwards.
 * @throws Error - the error of `read`, no answer in time, or `signal` aborts
 */
export async function fetchBounded<T>(
  world: FetchWorld,
  { url, init, signal, timeoutMs }: BoundedRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  // Raced, because a passed-in fetch can ignore its signal.
  const ended = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason))
  })
  const stop = () => abort.abort(signal.reason)
  const cancelTimer = world.setTimer(
    () => abort.abort(new AnswerUnusableError(`No answer within ${timeoutMs / 1000} seconds.`)),
    timeoutMs,
  )
  signal.addEventListener('abort', stop)
  const ask = async () => {
    // Called without a receiver: browsers refuse a fetch that is a method of another object.
    const { fetch } = world
    return read(await fetch(url, { redirect: 'error', ...init, signal: abort.signal, referrerPolicy: 'no-referrer' }))
  }
  try {
    if (signal.aborted) stop()
    return await Promise.race([ended, ask()])
  } finally {
    cancelTimer()
    signal.removeEventListener('abort', stop)
    // The unread part of the answer is not awaited either.
    abort.abort()
  }
}

/** Whether the content type of an answer is JSON. */
export function isJson(response: Response): boolean {
  return /^application\/json\s*(;|$)/i.test(response.headers.get('content-type') ?? '')
}

/**
 * Reads the bytes of an answer.
 * @throws AnswerUnusableError - the answer has more than `maxBytes`
 */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    length += value.byteLength
    if (length > maxBytes) {
      // Not awaited: a stream can take time to stop, and nothing more is needed from it.
      reader?.cancel().catch(() => {})
      throw new AnswerUnusableError(`The answer is larger than ${maxBytes} bytes.`)
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/**
 * Parses JSON in UTF-8.
 * @throws Error - the bytes are not JSON
 */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}
