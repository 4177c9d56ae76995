import { type HandoffStatus, parseHandoffStatus, parseLinkErrorBody } from '@hawser/wire'
import { LinkRefusedError } from '../flow/errors.ts'
import { type FetchWorld, fetchBounded, fetchJson, isJson, parseJsonBytes, readBytes } from '../platform/fetchJson.ts'

// The first event comes at once, and a comment every 15 seconds, so that a proxy that buffers the stream is detected.
const firstEventMs = 3_000
const silentMs = 40_000
const pollMs = 40_000
const pauseMs = 2_000
const maxBytes = 64 * 1024
// A server ends a stream after a minute.
const streamMs = 180_000

export type FollowOptions = FetchWorld & {
  /** The URL of one handoff, without a query. */
  readonly url: string
  readonly signal: AbortSignal
  readonly onStatus: (status: HandoffStatus) => void
}

/**
 * Reports each change of a handoff until it has ended, by server-sent events, or by long polls if no events arrive. A lost
 * connection is opened again.
 * @throws LinkRefusedError - the link API no longer knows the handoff, or the visitor
 */
export async function followHandoff({ url, signal, onStatus, ...world }: FollowOptions): Promise<void> {
  let version = 0
  let hasEnded = false
  let isStreamed = true

  function tell(body: unknown): void {
    const status = parseHandoffStatus(body)
    if (signal.aborted || status.version <= version) return
    version = status.version
    hasEnded = !['waiting', 'opened', 'proven'].includes(status.state)
    onStatus(status)
  }

  async function poll(): Promise<void> {
    const request = { url: `${url}?after=${version}`, init: visitor(), signal, timeoutMs: pollMs, maxBytes }
    const { status, body } = await fetchJson(world, request)
    if (status >= 400) throw new LinkRefusedError(status, parseLinkErrorBody(body))
    tell(body)
  }

  while (!signal.aborted && !hasEnded) {
    try {
      if (isStreamed) isStreamed = await readEvents(world, url, signal, tell)
      else await poll()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof LinkRefusedError && error.status !== 429 && error.status < 500) throw error
      await pause(world, signal)
    }
  }
}

/** Reports the data of each event. Returns false if no event arrives in time, or the answer is of another kind. */
async function readEvents(
  world: FetchWorld,
  url: string,
  signal: AbortSignal,
  tell: (body: unknown) => void,
): Promise<boolean> {
  const connection = new AbortController()
  const stop = () => connection.abort()
  let hasCome = false
  let cancelTimer = world.setTimer(stop, firstEventMs)
  signal.addEventListener('abort', stop)

  async function read(response: Response): Promise<boolean> {
    if (isJson(response)) {
      const body = parseJsonBytes(await readBytes(response, maxBytes))
      if (response.status >= 400) throw new LinkRefusedError(response.status, parseLinkErrorBody(body))
      tell(body)
      return false
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!response.ok || !isStream || response.body === null) return false
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return hasCome
      text += decoder.decode(value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop()?.slice(-maxBytes) ?? ''
      for (const event of events) {
        if (!event.startsWith('data: ')) continue
        hasCome = true
        tell(JSON.parse(event.slice(6)))
      }
      cancelTimer()
      cancelTimer = world.setTimer(stop, hasCome ? silentMs : firstEventMs)
    }
  }

  try {
    const init = visitor({ accept: 'text/event-stream' })
    return await fetchBounded(world, { url, init, signal: connection.signal, timeoutMs: streamMs, maxBytes }, read)
  } catch (error) {
    if (hasCome || error instanceof LinkRefusedError) throw error
    return false
  } finally {
    cancelTimer()
    signal.removeEventListener('abort', stop)
  }
}

function visitor(headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'GET', credentials: 'include', cache: 'no-store', headers }
}

function pause({ setTimer }: FetchWorld, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = setTimer(end, pauseMs)
    signal.addEventListener('abort', end)
  })
}
