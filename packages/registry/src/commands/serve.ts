import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { type CommandWorld, createCommand, createJsonLogger, describeCrash, type JsonLogger } from '@hawser/command'
import { createUnsignedBundle } from '../bundle/createUnsignedBundle.ts'
import { loadBundle } from '../bundle/loadBundle.ts'
import { loadListings } from '../listings/loadListings.ts'
import { collectGarbageRarely } from '../server/collectGarbageRarely.ts'
import { listenRegistry } from '../server/listenRegistry.ts'
import { loggable, type RegistryLogger } from '../server/logger.ts'
import { type RegistryMetrics, silentMetrics } from '../server/metrics.ts'
import { createReloadableRegistry, type ReloadableRegistry } from '../server/reloadableRegistry.ts'
import { checkSafeSettings } from './settings/checkSafeSettings.ts'
import { limitsOf, prefix, type SettingValues, settings } from './settings/settings.ts'

export const command = createCommand({
  summary: 'serve wallets over HTTP',
  about: 'Serves a bundle over HTTP: its files, a search, and the paths that clients of other registries ask.',
  settings,
  prefix,
  titles: { port: 'Serving', metricsPort: 'Operation', maxRequests: 'Limits' },
  closing: `Logs go to standard error as JSON lines. SIGHUP reads the bundle again, and takes no lower version;
SIGTERM and Ctrl-C stop when what is under way is answered, a second one at once.`,
  load: async () => async (values, world) => {
    checkSafeSettings(values)
    collectGarbageRarely()
    const logger = createLogger(values)
    // Registered before the service starts, so that an early signal stops it cleanly as well.
    let isStopping = false
    const stopped = new Promise<void>((resolve) => {
      world.onStop(() => {
        if (isStopping) process.exit(1)
        isStopping = true
        resolve()
      })
    })
    const registry = createReloadableRegistry({
      read: readerOf(values, world),
      ...(values.publicUrl !== undefined && { publicUrl: values.publicUrl }),
      onFailure: logRarely((error) => logger.error({ error: loggable(error) }, 'a request failed')),
    })
    const metrics = await startMetrics(values)
    const { port, host, trustedProxies } = values
    const served = { ...limitsOf(values) }
    const options = { port, host, trustedProxies, limits: served, logger, metrics: metrics.metrics }
    const running = await listenRegistry(registry, options).catch(async (error) => {
      await metrics.stop()
      throw error
    })
    metrics.metrics.observe(() => loadOf(registry, running.connections()))
    const { bundle } = registry.current()
    world.announce('registry', running.url, `${bundle.listings.length} wallets`)
    if (metrics.url !== undefined) world.announce('metrics', metrics.url)
    announce(registry, { logger, now: world.now })
    const reload = () => takeBundle(registry, { logger, metrics: metrics.metrics, now: world.now })
    process.on('SIGHUP', reload)
    await stopped
    logger.info({ graceSeconds: values.drainGrace }, 'draining')
    running.leave()
    await pause(values.drainGrace * 1_000)
    await running.stop()
    process.off('SIGHUP', reload)
    await metrics.stop()
    logger.info({}, 'stopped')
    return 0
  },
})

function createLogger({ logLevel }: SettingValues): JsonLogger {
  const logger = createJsonLogger({ name: 'hawser-registry', level: logLevel })
  // Unhandled rejections arrive here as well. Afterwards the state of the process is unreliable.
  process.on('uncaughtException', (error) => {
    logger.fatal(describeCrash(error), 'crashed')
    process.exit(70)
  })
  return logger
}

function readerOf({ bundle, publicKeys }: SettingValues, { now }: Pick<CommandWorld, 'now'>) {
  if (bundle === undefined) return () => createUnsignedBundle(loadListings(), now())
  return () => loadBundle(bundle, publicKeys === undefined ? {} : { publicKeys })
}

/** Starts the metrics server. The metrics code is loaded only if a port is set. */
async function startMetrics({ metricsPort: port, metricsHost: host }: SettingValues) {
  if (port === undefined) return { metrics: silentMetrics, url: undefined, stop: async () => {} }
  const { createPrometheusMetrics } = await import('../server/prometheusMetrics.ts')
  const { serveMetrics } = await import('../server/serveMetrics.ts')
  const metrics = createPrometheusMetrics()
  return { metrics, ...(await serveMetrics(metrics, { port, host })) }
}

function loadOf(registry: ReloadableRegistry, connections: number) {
  const { manifest, listings } = registry.current().bundle
  const { version: bundleVersion, expiresAt: bundleExpiresAt } = manifest
  return { connections, bundleVersion, bundleListings: listings.length, bundleExpiresAt }
}

type LogContext = { readonly logger: RegistryLogger; readonly now: () => number }
const soonMs = 7 * 24 * 60 * 60 * 1_000

/** Logs the served bundle and compresses its files one at a time, with pauses, so that clients do not notice. */
function announce(registry: ReloadableRegistry, { logger, now }: LogContext): void {
  const { bundle, compress } = registry.current()
  const { version, expiresAt } = bundle.manifest
  const fields = { version, wallets: bundle.listings.length, expiresAt: new Date(expiresAt).toISOString() }
  logger.info(fields, 'serving a bundle')
  if (expiresAt <= now()) logger.warn(fields, 'the bundle has expired: clients that verify it refuse it')
  else if (expiresAt - now() < soonMs) logger.warn(fields, 'the bundle expires soon: sign a new one')
  void compress(50).catch((error) => logger.error({ error: loggable(error) }, 'a file could not be compressed'))
}

function takeBundle(registry: ReloadableRegistry, context: LogContext & { readonly metrics: RegistryMetrics }): void {
  try {
    registry.reload()
    context.metrics.reloaded(true)
    announce(registry, context)
  } catch (error) {
    context.metrics.reloaded(false)
    context.logger.error({ error: loggable(error) }, 'the bundle was refused; the previous one is still served')
  }
}

/** Limits logging to once a second, so that a flood of failures does not fill the log. */
function logRarely(log: (error: unknown) => void): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - loggedAt < 1_000) return
    loggedAt = performance.now()
    log(error)
  }
}
