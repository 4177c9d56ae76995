import type { Mailbox } from '../mailboxes/mailbox.ts'

/** Whether new clients should be sent to this relay. */
export type Readiness = {
  /** Resolves within the patience and never rejects. */
  isReady(): Promise<boolean>
  /** Reports not ready from now on, because the relay is about to leave. */
  leave(): void
}

// The sum of both is the longest time to notice that the store is away.
const keptMs = 500
const patienceMs = 1_000

/**
 * Checks whether the store answers, at most twice a second however often `isReady` is called.
 * @param options - `elapsedMs` is a clock that never jumps
 */
export function createReadiness(options: {
  readonly mailbox: Pick<Mailbox, 'check'>
  readonly elapsedMs?: () => number
}): Readiness {
  const { mailbox, elapsedMs = () => performance.now() } = options
  let hasLeft = false
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<boolean> = Promise.resolve(false)

  const ask = () =>
    new Promise<boolean>((resolve) => {
      const impatience = setTimeout(() => resolve(false), patienceMs)
      mailbox
        .check()
        .then(
          () => resolve(true),
          () => resolve(false),
        )
        .finally(() => clearTimeout(impatience))
    })
  return {
    async isReady() {
      if (hasLeft) return false
      if (elapsedMs() - askedAt >= keptMs) {
        askedAt = elapsedMs()
        answer = ask()
      }
      return (await answer) && !hasLeft
    },
    leave() {
      hasLeft = true
    },
  }
}
