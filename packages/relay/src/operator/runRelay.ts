import { join } from 'node:path'
import process from 'node:process'
import { type CommandWorld, createJsonLogger, describeCrash } from '@hawser/command'
import { RelayStoppedError } from '../errors.ts'
import { defaultConnections } from '../limits/defaultConnections.ts'
import { createRelay } from '../server/createRelay.ts'
import { stopAll } from '../server/stopAll.ts'
import { checkSafeSettings } from './checkSafeSettings.ts'
import { collectWhenQuiet } from './collectWhenQuiet.ts'
import { relayLimitsOf } from './limitsOf.ts'
import { openStore } from './openStore.ts'
import { readRelayKey } from './relayKey.ts'
import type { SettingValues } from './settings.ts'
import { startMetrics } from './startMetrics.ts'
import { stopOnSignals } from './stopOnSignals.ts'
import { watchEventLoop } from './watchEventLoop.ts'

/**
 * Serves a relay until a signal stops the process.
 * @returns the exit code
 * @throws InvalidCommandError - or the error that kept the relay from starting
 */
export async function runRelay(
  values: SettingValues,
  world: Pick<CommandWorld, 'announce' | 'onStop'>,
): Promise<number> {
  checkSafeSettings(values)
  const logger = createJsonLogger({ name: 'hawser-relay', level: values.logLevel })
  // Unhandled rejections arrive here as well. After either, the state of the process is unreliable.
  process.on('uncaughtException', (error) => {
    logger.fatal(describeCrash(error), 'crashed')
    process.exit(70)
  })
  const limits = relayLimitsOf(values, defaultConnections)
  const store = await openStore(values, logger)
  const parts: (() => unknown)[] = [store.close]
  let failure: unknown
  try {
    const publicKey = readRelayKey({
      file: values.keyFile ?? join(values.dataDir, 'relay-key'),
      isMade: values.keyFile === undefined,
    })
    const metrics = await startMetrics(values, logger)
    if (metrics !== undefined) parts.push(metrics.stop)
    parts.push(watchEventLoop({ logger }).stop, collectWhenQuiet({}).stop)
    const { mailbox, buckets } = store
    const { audiences, origins, trustedProxies } = values
    const access = { audiences, origins, trustedProxies, publicKey }
    const storePatienceMs = store.isShared ? 5_000 : undefined
    const shared = { mailbox, buckets, storePatienceMs }
    const relay = createRelay({ ...shared, logger, limits, ...access, metrics: metrics?.metrics })
    parts.push(() => relay.stop())
    const pace = {
      graceMs: (values.drainGrace ?? (store.isShared ? 3 : 0)) * 1_000,
      spreadMs: (values.drainSpread ?? (store.isShared ? 5 : 0)) * 1_000,
    }
    const { onStop } = world
    const stopped = stopOnSignals({ relay, pace, patienceMs: limits.stopMs + 5_000, logger, onStop })
    const { url } = await relay.listen({ port: values.port, host: values.host })
    world.announce('relay', url, `mailbox ${store.where}`)
    if (metrics !== undefined) world.announce('metrics', metrics.url)
    await stopped
  } catch (error) {
    // A signal arrived before the port was open.
    if (!(error instanceof RelayStoppedError)) failure = error
  }
  // The reason for the relay's end matters, not a later failure while stopping.
  await stopAll(parts).catch((error) => {
    failure ??= error
  })
  if (failure !== undefined) throw failure
  return 0
}
