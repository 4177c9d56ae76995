import type { CommandWorld } from '@hawser/command'
import type { RelayLogger } from '../logger.ts'
import type { Relay } from '../server/createRelay.ts'

/**
 * SIGTERM drains and SIGINT stops. The next signal of either kind stops immediately, and the one after that ends the process.
 * @param options - `patienceMs`: a stop that takes longer ends the process with exit code 1
 * @returns a promise that resolves when the relay has stopped, after a signal or on its own
 */
export function stopOnSignals(options: {
  readonly relay: Pick<Relay, 'drain' | 'stop'>
  readonly pace: Parameters<Relay['drain']>[0]
  readonly patienceMs: number
  readonly logger: RelayLogger
  readonly onStop: CommandWorld['onStop']
}): Promise<void> {
  const { relay, pace, patienceMs, logger, onStop } = options
  return new Promise((resolve, reject) => {
    let isStopping = false
    let isDraining = false
    // A store that hangs must not keep the process alive forever.
    const limit = (milliseconds: number) => {
      setTimeout(() => {
        logger.error({ milliseconds }, 'the stop hangs')
        process.exit(1)
      }, milliseconds).unref()
    }
    const stop = () => {
      if (isStopping) process.exit(1)
      isStopping = true
      limit(patienceMs)
      relay.stop().then(resolve, reject)
    }
    const drain = () => {
      if (isDraining || isStopping) return stop()
      isDraining = true
      limit(pace.graceMs + pace.spreadMs + patienceMs)
      relay.drain(pace).then(resolve, reject)
    }
    onStop((signal) => (signal === 'SIGTERM' ? drain() : stop()))
  })
}
