import { channel } from 'node:diagnostics_channel'
import { createServer, Server } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../logger.ts'
import { createPrometheusMetrics } from '../operator/prometheusMetrics.ts'
import { serveMetrics } from '../operator/serveMetrics.ts'
import { createRelay } from './createRelay.ts'
import { openPort } from './openPort.ts'

/** The server that answers a URL, as Node reports it on its tracing channel. */
async function serverOf(url: string): Promise<Server> {
  let found: Server | undefined
  const look = (event: unknown) => {
    if (typeof event === 'object' && event !== null && 'server' in event && event.server instanceof Server)
      found = event.server
  }
  const requests = channel('http.server.request.start')
  requests.subscribe(look)
  await fetch(url)
  requests.unsubscribe(look)
  if (found === undefined) throw new Error('No server.')
  return found
}

test('logs a port that cannot accept a connection, and keeps running', async () => {
  const errors: object[] = []
  const logger = { info: () => {}, warn: () => {}, error: (fields: object) => errors.push(fields) }
  const relay = createRelay({ logger })
  onTestFinished(() => relay.stop())
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const metrics = await serveMetrics({ metrics: createPrometheusMetrics(), port: 0, host: '127.0.0.1', logger })
  onTestFinished(() => metrics.stop())
  for (const url of [`http://127.0.0.1:${port}/healthz`, metrics.url]) {
    const server = await serverOf(url)
    // Twice: a listener left over from opening the port could catch the first error.
    for (const code of ['ENFILE', 'ENFILE'])
      server.emit('error', Object.assign(new Error('accept: file table overflow'), { code }))
    expect((await fetch(url)).status).toBe(200)
    expect(errors.splice(0)[0]).toMatchObject({ error: { code: 'ENFILE' } })
  }
})

/** A server whose port the system refuses, as Node reports it. */
function createRefusingServer(code: string) {
  const server = createServer()
  server.listen = () => {
    queueMicrotask(() => server.emit('error', Object.assign(new Error(`listen ${code}`), { code })))
    return server
  }
  return server
}

test.each([
  ['EADDRINUSE', 'port', 'port_taken', /^Port 80 is taken .*choose another port with --port\.$/],
  ['EADDRINUSE', 'metrics-port', 'port_taken', /^The metrics port 80 is taken .* with --metrics-port\.$/],
  ['EACCES', 'port', 'invalid_relay_option', /may not listen on port 80\. .*1024 on with --port/],
  ['EADDRNOTAVAIL', 'port', 'invalid_relay_option', /^--host 127\.0\.0\.1 is not an address of this machine/],
  ['ENOTFOUND', 'metrics-port', 'invalid_relay_option', /^--metrics-host 127\.0\.0\.1 is not an address/],
  ['EMFILE', 'port', 'EMFILE', /^listen EMFILE$/],
] as const)('a port refused with %s (--%s) is %s', async (code, option, expected, message) => {
  const server = createRefusingServer(code)
  const refused = openPort({ server, port: 80, host: '127.0.0.1', option, logger: silentLogger })
  await expect(refused).rejects.toMatchObject({ code: expected, message: expect.stringMatching(message) })
})
