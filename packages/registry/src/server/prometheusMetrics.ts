import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RegistryMetrics } from './metrics.ts'

export type PrometheusMetrics = RegistryMetrics & {
  readonly contentType: string
  /** All counts so far, in Prometheus' text format. */
  text(): Promise<string>
}

/**
 * Creates metrics for Prometheus, including its default metrics of a Node process. Each call makes a separate registry
 * of metrics.
 */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'hawser_registry_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'hawser_registry_answer_seconds',
    help: 'Seconds from a request’s headers to its answer.',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5],
    registers,
  })
  const refused = new Counter({
    name: 'hawser_registry_refused_total',
    help: 'Connections and requests refused before they were read, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const reloads = new Counter({
    name: 'hawser_registry_reloads_total',
    help: 'Bundles read again, by outcome: taken or refused.',
    labelNames: ['outcome'],
    registers,
  })
  // Prometheus sees no increase in a series that begins at 1: the first refusal would raise no alert.
  for (const outcome of ['taken', 'refused']) reloads.inc({ outcome }, 0)
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name: `hawser_registry_${name}`, help, registers },
      collect() {
        this.set(read())
      },
    })
  return {
    answered(route, status, took) {
      requests.inc({ route, status: String(status) })
      seconds.observe(took)
    },
    refused: (reason) => refused.inc({ reason }),
    reloaded: (isTaken) => reloads.inc({ outcome: isTaken ? 'taken' : 'refused' }),
    observe(read) {
      gauge('connections', 'Clients connected now.', () => read().connections)
      gauge('bundle_version', 'Version of the bundle that is served.', () => read().bundleVersion)
      gauge('bundle_listings', 'Wallets of the bundle that is served.', () => read().bundleListings)
      gauge(
        'bundle_expires_seconds',
        'The time from which clients refuse the bundle, in seconds since 1970.',
        () => read().bundleExpiresAt / 1_000,
      )
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
