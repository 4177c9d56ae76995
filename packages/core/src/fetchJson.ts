/** What JSON is fetched with. */
export type FetchWorld = {
  readonly fetch: typeof fetch
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
}

export type JsonRequest = {
  readonly url: string
  readonly init: RequestInit
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly maxBytes: number
}

/**
 * Fetches JSON from somebody who may be slow, silent, endless or lying about it. `body` is still to be parsed; it is
 * undefined for an answer without one.
 * @throws Error - on anything but a JSON answer within the bounds; also when `signal` aborts
 */
export async function fetchJson(
  world: FetchWorld,
  { url, init, signal, timeoutMs, maxBytes }: JsonRequest,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const abort = new AbortController()
  // Raced, because a fetch that was passed in may not heed its signal.
  const ended = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason))
  })
  const stop = () => abort.abort(signal.reason)
  const cancelTimer = world.setTimer(
    () => abort.abort(new Error(`No answer within ${timeoutMs / 1000} seconds.`)),
    timeoutMs,
  )
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) stop()
    return await Promise.race([ended, read(world, url, { ...init, signal: abort.signal }, maxBytes)])
  } finally {
    cancelTimer()
    signal.removeEventListener('abort', stop)
  }
}

async function read(world: FetchWorld, url: string, init: RequestInit, maxBytes: number) {
  // Called without a receiver: browsers refuse a fetch that hangs on another object.
  const { fetch } = world
  const response = await fetch(url, { ...init, redirect: 'error', referrerPolicy: 'no-referrer' })
  const { status } = response
  if (status === 204) return { status, body: undefined }
  const type = response.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Error(`The answer (HTTP ${status}) is not JSON.`)
  const body: unknown = JSON.parse(await readText(response, maxBytes))
  return { status, body }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > maxBytes) {
      // Not awaited: a stream may take its time to stop, and nothing more is wanted from it.
      reader.cancel().catch(() => {})
      throw new Error(`The answer is larger than ${maxBytes} bytes.`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
