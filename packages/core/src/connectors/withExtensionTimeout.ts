import { ExtensionSilentError } from '../errors.ts'

export type TimeoutOptions = {
  readonly signal: AbortSignal
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
}

/**
 * Resolves to an extension's answer. Rejects when the signal aborts, or after `patienceMs` without an answer.
 * @throws ExtensionSilentError
 */
export async function withExtensionTimeout<Answer>(
  { signal, setTimer }: TimeoutOptions,
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

/** How long a person has to read and decide. A challenge is valid for the same time. */
export const decisionTimeoutMs = 300_000
// Browsers fire a timer of more than 24 days at once.
const longestMs = 1e9

/** Returns how many milliseconds to wait for a signature: until it no longer counts, because others may have to sign. */
export function signatureTimeoutMs(expiresAt: number | undefined, now: number): number {
  return Math.min(Math.max(decisionTimeoutMs, (expiresAt ?? 0) - now), longestMs)
}
