import type { Send } from '../flow/walletState.ts'

// setTimeout takes 32 bits, so a question that lasts longer than three weeks has no timer.
const maxTimerMs = 2 ** 31 - 1

/** Watches the shown question: arms it after a moment, and reports when its time has run out. */
export function createQuestionTimer(options: {
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
    /** Watches another question instead of the last one. `expiresAt` is epoch milliseconds. */
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
