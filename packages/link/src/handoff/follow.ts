import { TooManyRequestsError } from '@hawser/wire'
import type { Handoff } from '../records/handoff.ts'
import { type HandoffKey, readHandoff } from './changeHandoff.ts'
import type { HandoffContext } from './handoffContext.ts'

/** Maximum delay after which changes of other processes are seen. */
const lookAgainMs = 1_000
/** A long poll ends before proxies time out, which takes thirty seconds or more. */
const pollLooks = 20
/** A stream ends after this time and the browser opens it again, so that the server checks the session again. */
const streamMs = 60_000
/** Looks without news after which a comment is sent to keep the stream alive. */
const heartbeatLooks = 15
/** Maximum followers of one handoff in this process: tabs of one visitor, and lost connections that were not noticed yet. */
const followersAtOnce = 4

/** Counts the concurrent followers of each handoff. */
export type Followers = { enter(id: string): () => void }

export function createFollowers(): Followers {
  const counts = new Map<string, number>()
  const add = (id: string, more: number) => {
    const count = (counts.get(id) ?? 0) + more
    if (count > 0) counts.set(id, count)
    else counts.delete(id)
  }
  return {
    enter(id) {
      if ((counts.get(id) ?? 0) >= followersAtOnce)
        throw new TooManyRequestsError('This is followed in too many places. Close some of them.', {
          retryAfterSeconds: 2,
        })
      add(id, 1)
      let isIn = true
      return () => {
        if (isIn) add(id, -1)
        isIn = false
      }
    },
  }
}

/**
 * Resolves to a handoff once it is past a version, has ended, or has not changed for `looks` reads. Timers only trigger a read:
 * the clock decides about expiry.
 * @throws HandoffUnknownError
 */
export async function waitForChange(
  link: HandoffContext,
  key: HandoffKey,
  {
    after,
    signal,
    looks = pollLooks,
  }: { readonly after: number; readonly signal: AbortSignal; readonly looks?: number },
): Promise<Handoff> {
  for (let look = 0; ; look += 1) {
    const handoff = await readHandoff(link, key)
    if (handoff.version > after || hasEnded(handoff) || look >= looks || signal.aborted) return handoff
    await link.changes.next(key.id, lookAgainMs, signal)
  }
}

/**
 * Streams server-sent events: the current handoff, then the handoff after each change, until it has ended (WHATWG HTML §9.2).
 * @param format - returns the data of one event
 */
export function streamChanges(
  link: HandoffContext,
  key: HandoffKey,
  {
    signal,
    leave,
    format,
  }: {
    readonly signal: AbortSignal
    readonly leave: () => void
    readonly format: (handoff: Handoff) => Promise<object>
  },
): Response {
  const gone = new AbortController()
  const encoder = new TextEncoder()
  let isCancelled = false
  const isGone = () => gone.signal.aborted || signal.aborted
  const abort = () => gone.abort()
  signal.addEventListener('abort', abort)

  async function write(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    let after = 0
    const startedAt = performance.now()
    while (performance.now() - startedAt < streamMs) {
      const handoff = await waitForChange(link, key, { after, signal: gone.signal, looks: heartbeatLooks })
      if (isGone()) return
      const isNews = handoff.version > after
      after = handoff.version
      controller.enqueue(encoder.encode(isNews ? `data: ${JSON.stringify(await format(handoff))}\n\n` : ':\n\n'))
      if (hasEnded(handoff)) return
    }
  }

  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode('retry: 2000\n\n'))
      // Not awaited: enqueued chunks are sent meanwhile.
      write(controller)
        // A newer handoff of the session replaced this one, or the store failed. The next request gets the reason.
        .catch(() => undefined)
        .finally(() => {
          leave()
          signal.removeEventListener('abort', abort)
          // A stream that its reader cancelled is closed already.
          if (!isCancelled) controller.close()
        })
    },
    cancel() {
      isCancelled = true
      abort()
    },
  })
  // nginx buffers a whole answer by default.
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } })
}

function hasEnded({ stage }: Handoff): boolean {
  return stage.state !== 'waiting' && stage.state !== 'opened' && stage.state !== 'proven'
}
