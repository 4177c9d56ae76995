import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { RelayLogger } from '../logger.ts'

const resolutionMs = 10

/** Logs blocked stretches of the event loop, caused by a slow disk under SQLite or an overloaded machine. */
export function watchEventLoop(options: {
  readonly logger: RelayLogger
  readonly stallMs?: number
  readonly everyMs?: number
}): { stop(): void } {
  const { logger, stallMs = 250, everyMs = 10_000 } = options
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const timer = setInterval(() => {
    const longestMs = Math.round(delay.max / 1e6)
    if (longestMs >= stallMs) logger.warn({ longestMs, withinMs: everyMs }, 'the event loop was blocked')
    delay.reset()
  }, everyMs).unref()
  return {
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
