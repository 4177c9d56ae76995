import { ExtensionSilentError } from '../errors.ts'

export type AskingWorld = {
  readonly signal: AbortSignal
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
}

/**
 * An extension's answer, or the reason why the wait ended, at the latest after `patienceMs`.
 * @throws ExtensionSilentError
 */
export async function answerInTime<Answer>(
  { signal, setTimer }: AskingWorld,
  method: string,
  patienceMs: number,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted()
  let stop = () => {}
  const over = new Promise<never>((_, reject) => {
    const silent = () => reject(new ExtensionSilentError(`The extension did not answer ${method} in time.`))
    const cancelTimer = setTimer(silent, patienceMs)
    const aborted = () => reject(signal.reason)
    signal.addEventListener('abort', aborted)
    stop = () => {
      cancelTimer()
      signal.removeEventListener('abort', aborted)
    }
  })
  try {
    return await Promise.race([answer(), over])
  } finally {
    stop()
  }
}

/** How long to wait for a person, who reads and decides; after that a challenge is not valid either. */
export const personMs = 300_000
// A browser's timer above 24 days fires at once.
const longestMs = 1e9

/** How long to wait for a signature: until it would no longer count, if others may have to sign. */
export function signatureMs(expiresAt: number | undefined, now: number): number {
  return Math.min(Math.max(personMs, (expiresAt ?? 0) - now), longestMs)
}
