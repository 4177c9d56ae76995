import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RelayMetrics } from '../server/metrics.ts'

export type PrometheusMetrics = RelayMetrics & {
  readonly contentType: string
  /** All metrics so far, in Prometheus's text format. */
  text(): Promise<string>
}

// Clients choose the code they close with. Codes not listed here count as `other`.
const closeCodes = new Set([1000, 1001, 1002, 1005, 1006, 1007, 1008, 1009, 1012, 1013, 3000])

/** Creates the metrics for Prometheus, including its default metrics of a Node process. Each call makes its own registry. */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const counter = (name: string, help: string) => new Counter({ name: `hawser_relay_${name}_total`, help, registers })
  const counterBy = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter<L>({ name: `hawser_relay_${name}_total`, help, labelNames, registers })
  const gauge = (name: string, help: string, collect?: () => number) =>
    new Gauge({
      name: `hawser_relay_${name}`,
      help,
      registers,
      ...(collect === undefined
        ? {}
        : {
            collect() {
              this.set(collect())
            },
          }),
    })

  const accepted = counter('upgrades_accepted', 'Clients accepted.')
  const refused = counterBy('upgrades_refused', 'Clients refused, by reason and kind of address.', [
    'reason',
    'address',
  ])
  const closed = counterBy('connections_closed', 'Connections of clients that closed, by close code.', ['code'])
  const requests = counterBy('requests', 'Requests answered, by method and outcome.', ['method', 'outcome'])
  const overShare = counterBy(
    'over_share',
    'Requests refused because a share is used up, by share and kind of address.',
    ['share', 'address'],
  )
  const stored = counter('messages_stored', 'Messages stored.')
  const repeated = counter(
    'messages_repeated',
    'Publishes of messages that the store already had; each was answered with true.',
  )
  const pushed = counter('messages_pushed', 'Messages sent to clients, including repeats after a reconnect.')
  const acknowledged = counter('messages_acknowledged', 'Messages that clients acknowledged.')
  const storeErrors = counter('store_errors', 'Calls of the store that failed.')
  const commitSeconds = new Histogram({
    name: 'hawser_relay_commit_seconds',
    help: 'Seconds until a publish is durable in the store.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })

  // Each label's counter is looked up once, not with every message.
  const requestCounters = new Map<string, Counter.Internal>()
  const requestCounter = (method: string, outcome: string) => {
    const key = `${method} ${outcome}`
    const known = requestCounters.get(key)
    if (known !== undefined) return known
    const made = requests.labels({ method, outcome })
    requestCounters.set(key, made)
    return made
  }

  return {
    connected: () => accepted.inc(),
    disconnected: (code) => closed.inc({ code: closeCodes.has(code) ? String(code) : 'other' }),
    refused: (reason, address) => refused.inc({ reason, address }),
    answered: (method, outcome) => requestCounter(method ?? 'unreadable', outcome).inc(),
    overShare: (share, address) => overShare.inc({ share, address }),
    pushed: () => pushed.inc(),
    stored(fresh, again) {
      stored.inc(fresh)
      repeated.inc(again)
    },
    acknowledged: (count) => acknowledged.inc(count),
    committed: (seconds) => commitSeconds.observe(seconds),
    storeFailed: () => storeErrors.inc(),
    observe(read) {
      gauge('connections', 'Clients connected now.', () => read().connections)
      gauge('pending_pushes', 'Messages sent that are not acknowledged yet.', () => read().pendingPushes)
      gauge('buffered_bytes', 'Bytes waiting for clients to read them.', () => read().bufferedLength)
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
