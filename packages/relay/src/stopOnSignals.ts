import type { Relay } from './createRelay.ts'
import type { RelayLogger } from './logger.ts'

/**
 * SIGTERM drains, SIGINT stops; the next signal of either kind stops at once, the one after ends the process.
 * @param options - `patienceMs`: a stop that takes longer ends the process with exit code 1
 * @returns resolves when the relay has stopped, by a signal or by itself
 */
export function stopOnSignals(options: {
  readonly relay: Pick<Relay, 'drain' | 'stop'>
  readonly pace: Parameters<Relay['drain']>[0]
  readonly patienceMs: number
  readonly logger: RelayLogger
}): Promise<void> {
  const { relay, pace, patienceMs, logger } = options
  return new Promise((resolve, reject) => {
    let isStopping = false
    let isDraining = false
    const stop = () => {
      if (isStopping) process.exit(1)
      isStopping = true
      // A store that hangs must not keep the process for ever.
      setTimeout(() => {
        logger.error({ patienceMs }, 'the stop hangs')
        process.exit(1)
      }, patienceMs).unref()
      relay.stop().then(resolve, reject)
    }
    const drain = () => {
      if (isDraining || isStopping) return stop()
      isDraining = true
      relay.drain(pace).then(resolve, reject)
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', drain)
  })
}
