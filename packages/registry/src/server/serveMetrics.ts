import { createServer } from 'node:http'
import { openPort } from './openPort.ts'
import type { PrometheusMetrics } from './prometheusMetrics.ts'

/**
 * Answers `GET /metrics` on a separate port, so that clients never see the metrics.
 * @throws PortTakenError, InvalidRegistryOptionError
 */
export async function serveMetrics(
  metrics: Pick<PrometheusMetrics, 'contentType' | 'text'>,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer({ maxHeaderSize: 8192 }, async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isFound = isRead && request.url?.split('?', 1)[0] === '/metrics'
    const text = isFound ? await metrics.text() : 'Not found.'
    response.writeHead(isFound ? 200 : 404, {
      'content-type': isFound ? metrics.contentType : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  })
  server.headersTimeout = 10_000
  server.requestTimeout = 15_000
  const boundPort = await openPort(server, { port, host, option: 'metrics-port' })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
