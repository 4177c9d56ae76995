import type { RelayLogger } from '../logger.ts'
import type { RelayMetrics } from '../server/metrics.ts'
import { throttleErrors } from '../server/throttleErrors.ts'
import type { SettingValues } from './settings.ts'

export type MetricsPort = {
  /** Pass these metrics to `createRelay`. */
  readonly metrics: RelayMetrics
  readonly url: string
  stop(): Promise<void>
}

/**
 * Opens the port of `/metrics` if the settings configure one. The metrics code is loaded only then.
 * @throws PortTakenError
 */
export async function startMetrics(
  values: Pick<SettingValues, 'metricsPort' | 'metricsHost'>,
  logger: RelayLogger,
): Promise<MetricsPort | undefined> {
  const { metricsPort: port, metricsHost: host } = values
  if (port === undefined) return undefined
  const { createPrometheusMetrics } = await import('./prometheusMetrics.ts')
  const { serveMetrics } = await import('./serveMetrics.ts')
  const metrics = createPrometheusMetrics()
  return { metrics, ...(await serveMetrics({ metrics, port, host, logger: throttleErrors(logger) })) }
}
