import type { Send } from '../flow/walletState.ts'

// setTimeout takes 32 bits; a question that lives longer than three weeks is not watched.
const maxTimerMs = 2 ** 31 - 1

/** Watches the question that is shown: arms it after a moment, and says when its time is over. */
export function createQuestionTimer(options: {
  /** How long a question is on screen before "yes" can answer it. 0 arms it at once. */
  readonly guardMs: number
  readonly now: () => number
  readonly send: Send
}) {
  const { guardMs, now, send } = options
  let timers: readonly ReturnType<typeof setTimeout>[] = []

  const stop = (): void => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }

  return {
    /** Replaces the last watch. `expiresAt` is epoch milliseconds. */
    watch({ expiresAt }: { readonly expiresAt: number | undefined }): void {
      stop()
      if (guardMs === 0) send({ type: 'armed' })
      else timers = [setTimeout(() => send({ type: 'armed' }), guardMs)]
      if (expiresAt === undefined || expiresAt - now() > maxTimerMs) return
      timers = [...timers, setTimeout(() => send({ type: 'timeRanOut' }), Math.max(0, expiresAt - now()))]
    },
    stop,
  }
}
