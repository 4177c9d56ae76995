#!/usr/bin/env -S node --disable-proto=delete --max-semi-space-size=64
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RelayStoppedError } from './errors.ts'
import { collectWhenQuiet } from './operator/collectWhenQuiet.ts'
import { describeCrash } from './operator/crash.ts'
import { formatHelp } from './operator/formatHelp.ts'
import { createJsonLogger } from './operator/jsonLogger.ts'
import { openStore } from './operator/openStore.ts'
import { type RelaySettings, readSettings } from './operator/readSettings.ts'
import { refuseUnsafe } from './operator/refuseUnsafe.ts'
import { readRelayKey } from './operator/relayKey.ts'
import { startMetrics } from './operator/startMetrics.ts'
import { stopOnSignals } from './operator/stopOnSignals.ts'
import { watchEventLoop } from './operator/watchEventLoop.ts'
import { createRelay } from './server/createRelay.ts'
import { stopAll } from './server/stopAll.ts'

try {
  const settings = readSettings({ args: process.argv.slice(2), environment: process.env })
  if (settings.isHelp) process.stdout.write(formatHelp())
  else if (settings.isVersion) console.log(readVersion())
  else await run(settings)
} catch (error) {
  complain(error)
}

async function run(settings: RelaySettings): Promise<void> {
  const { values, limits } = settings
  refuseUnsafe(settings)
  const logger = createJsonLogger({ name: 'hawser-relay', level: values.logLevel })
  // Unhandled rejections come here as well. The state of the process is unreliable from now on.
  process.on('uncaughtException', (error) => {
    logger.fatal(describeCrash(error), 'crashed')
    process.exit(70)
  })
  const store = await openStore(settings, logger)
  const parts: (() => unknown)[] = [store.close]
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
    const stopped = stopOnSignals({ relay, pace, patienceMs: limits.stopMs + 5_000, logger })
    const { url } = await relay.listen({ port: values.port, host: values.host })
    console.log(`relay: ${url} (mailbox ${store.where})`)
    if (metrics !== undefined) console.log(`metrics: ${metrics.url}`)
    await stopped
  } catch (error) {
    // A signal came before the port was open.
    if (!(error instanceof RelayStoppedError)) complain(error)
  } finally {
    await stopAll(parts).catch((error) => {
      // The reason for the relay's end was logged before.
      if (process.exitCode === undefined) complain(error)
    })
  }
}

function complain(error: unknown): void {
  console.error(`hawser-relay: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : ''
}
