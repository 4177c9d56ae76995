import { once } from 'node:events'
import { Agent, get as httpGet, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { nightLimit } from '@hawser/test-kit/night'
import { afterEach, describe, expect, test } from 'vitest'
import { commonHeaders } from '../bundle/commonHeaders.ts'
import { createTestBundle, createTestListings } from '../bundle/testBundle.fixture.ts'
import { createRegistry, listenRegistry, PortTakenError, type RunningRegistry } from '../index.ts'
import type { RoutedResponse } from './answers/answer.ts'
import type { ListenOptions } from './listenRegistry.ts'
import { silentLogger } from './logger.ts'
import { silentMetrics } from './metrics.ts'

const bundle = createTestBundle()
const registry = createRegistry({ bundle })
const runs: RunningRegistry[] = []
afterEach(() => Promise.all(runs.splice(0).map((running) => running.stop())))

async function start(options: Partial<ListenOptions> = {}, served: Parameters<typeof listenRegistry>[0] = registry) {
  const running = await listenRegistry(served, { port: 0, host: '127.0.0.1', ...options })
  runs.push(running)
  return running
}

/** The status of one request on its own connection. */
function statusOf(running: RunningRegistry, path: string, headers: Record<string, string> = {}, host = '127.0.0.1') {
  return new Promise<number>((resolve, reject) => {
    httpGet({ port: running.port, host, path, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).once('error', reject)
  })
}

/** Sends a text. Returns the data received until the connection closes, and the milliseconds that took. */
async function talk(port: number, text: string): Promise<{ readonly said: string; readonly tookMs: number }> {
  const startedAt = performance.now()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1')
  })
  socket.write(text)
  await once(socket, 'close')
  return { said, tookMs: performance.now() - startedAt }
}

describe('a port', () => {
  test('serves, refuses a taken port with a code, stops', async () => {
    const running = await start()
    const response = await fetch(`${running.url}/w3m/v1/getAllListings?entries=1`)
    expect(await response.json()).toMatchObject({ total: bundle.listings.length, page: 1 })
    await expect(start({ port: running.port })).rejects.toThrow(PortTakenError)
    await running.stop()
    await running.stop()
    await expect(fetch(running.url)).rejects.toThrow()
  })

  test('answers a request by the whole address, as through a proxy', async () => {
    const running = await start()
    const { said } = await talk(
      running.port,
      'GET http://registry.example/v1/wallets/zerion HTTP/1.1\r\nHost: registry.example\r\nConnection: close\r\n\r\n',
    )
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('T-101: does not find 200 path tricks, sent unchanged', async () => {
    const running = await start({ limits: { pace: { perSecond: 1e6, burst: 1e6 } } })
    const steps = [
      '..',
      '.',
      '%2e%2e',
      '..%2f',
      '..%5c',
      '..\\',
      '%c0%ae%c0%ae',
      '%00',
      'zerion%00',
      'zerion%2f..',
      '%252e',
    ]
    const more = [
      'zerion.json',
      'ZERION',
      '~',
      '*',
      '%',
      '%zz',
      'zerion;x',
      '__proto__',
      'file:',
      'l'.repeat(65),
      '-zerion',
    ]
    const tails = ['', '/', '/etc/passwd', '/../zerion.json', '%2fetc%2fpasswd', '/..%2f..%2fpackage.json', '%23']
    const roots = ['/v1/pages/', '/v1/images/', '/v1/wallets/', '/v3/logo/sm/', '/w3m/v1/getWalletImage/', '/']
    const paths = roots.flatMap((root) =>
      [...steps, ...more].flatMap((step) => tails.map((tail) => root + step + tail)),
    )
    expect(paths.length).toBeGreaterThan(200)
    const socket = connect(running.port, '127.0.0.1')
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
    })
    for (const path of paths) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(socket, 'close')
    const statuses = said.match(/HTTP\/1\.1 \d{3}/g) ?? []
    expect(statuses).toHaveLength(paths.length + 1)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set(['HTTP/1.1 404']))
    expect(said).not.toMatch(/root:|"name": "@hawser/)
  })
})

describe('limits by address', () => {
  const few = { pace: { perSecond: 0.001, burst: 5 } }
  const statuses = async (
    running: RunningRegistry,
    headers: readonly Record<string, string>[],
    path = '/v1/manifest.json',
  ) => {
    const all: number[] = []
    for (const each of headers) all.push(await statusOf(running, path, each))
    return all
  }
  const from = (...addresses: string[]) => addresses.map((address) => ({ 'x-forwarded-for': address }))

  test('a client over its rate gets the time to wait; others are not delayed (T-54)', async () => {
    const refused: string[] = []
    const running = await start({
      ...{ trustedProxies: 1, limits: few },
      metrics: { ...silentMetrics, refused: (reason) => refused.push(reason) },
    })
    const same = Array.from({ length: 7 }, (_, index) => `2001:DB8:1:2::${index + 1}`)
    expect(await statuses(running, from(...same))).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await statuses(running, from('2001:db8:1:3::1', '192.0.2.1'))).toEqual([200, 200])
    expect(refused).toEqual(['pace', 'pace'])
    const response = await fetch(`${running.url}/v1/manifest.json`, {
      headers: { 'x-forwarded-for': '2001:db8:1:2::9' },
    })
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '1000'])
    expect(await response.json()).toMatchObject({ code: 'too_many_requests' })
  })

  test('warns once of an undeclared proxy, without naming clients', async () => {
    const said: unknown[] = []
    const logger = { ...silentLogger, warn: (...line: unknown[]) => said.push(line) }
    const running = await start({ limits: few, logger })
    await statuses(running, [{}, ...from('192.0.2.1', '192.0.2.2')])
    expect(JSON.stringify(said)).toMatch(/^\[\[\{\},"[^"]*--trusted-proxies"\]\]$/)
    const told = await start({ trustedProxies: 1, logger })
    await statuses(told, from('192.0.2.1'))
    expect(said).toHaveLength(1)
  })

  test('counts proxies from the right: the visitor wrote everything further left', async () => {
    const running = await start({ trustedProxies: 2, limits: few })
    const forged = Array.from({ length: 6 }, (_, index) => `192.0.2.${index}, 198.51.100.1, 10.0.0.1`)
    expect(await statuses(running, from(...forged))).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('does not limit this machine itself without a proxy, with any claim', async () => {
    const plain = await start({ limits: few })
    expect(new Set(await statuses(plain, from(...Array.from({ length: 20 }, () => '192.0.2.1'))))).toEqual(
      new Set([200]),
    )
    const behind = await start({ trustedProxies: 1, limits: few })
    for (const path of ['/healthz', '/readyz'])
      expect(new Set(await statuses(behind, from(...Array.from({ length: 20 }, () => '192.0.2.1')), path))).toEqual(
        new Set([200]),
      )
  })

  test('the default is 20 a second with a burst of 100', async () => {
    const running = await start({ trustedProxies: 1 })
    const startedAt = performance.now()
    const all = await statuses(running, from(...Array.from({ length: 140 }, () => '192.0.2.1')))
    const passed = all.filter((status) => status === 200).length
    expect(passed).toBeGreaterThanOrEqual(100)
    expect(passed).toBeLessThanOrEqual(101 + (20 * (performance.now() - startedAt)) / 1_000)
  })

  /** An address of this machine that is not loopback; traffic to it stays here. */
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.internal === false && each.family === 'IPv4')?.address

  /** Counts how many of six connections are answered and stay open. */
  async function countHeld(running: RunningRegistry, host: string) {
    const agents = Array.from({ length: 6 }, () => new Agent({ keepAlive: true }))
    const hold = (agent: Agent) =>
      new Promise<boolean>((resolve) => {
        const asked = request({ port: running.port, host, path: '/healthz', agent }, (response: IncomingMessage) => {
          response.resume()
          response.once('end', () => resolve(true))
        })
        asked.once('error', () => resolve(false))
        asked.end()
      })
    const all = await Promise.all(agents.map(hold))
    for (const agent of agents) agent.destroy()
    await expect.poll(() => running.connections()).toBe(0)
    return all.filter(Boolean).length
  }

  test('T-88: one address does not get all connections; a proxy’s are shared', async () => {
    const limits = { connectionsPerAddress: 3 }
    const running = await start({ host: '0.0.0.0', limits })
    expect(await countHeld(running, '127.0.0.1')).toBe(6)
    if (outside !== undefined) {
      expect([await countHeld(running, outside), await countHeld(running, outside)]).toEqual([3, 3])
    }
    const behind = await start({ host: '0.0.0.0', limits, trustedProxies: 1 })
    expect(await countHeld(behind, outside ?? '127.0.0.1')).toBe(6)
  })
})

describe('slow and oversized requests end (T-90, T-95)', () => {
  const quick = { headersMs: 300, requestMs: 400, keepAliveMs: 200, answerMs: 400 }
  test.each([
    ['headers that do not end', 'GET / HTTP/1.1\r\nX: y\r\n', /^HTTP\/1\.1 408 /],
    ['a connection that says nothing', '', /^(?:HTTP\/1\.1 408 |$)/],
    [
      'a body that never comes',
      'POST /v1/wallets HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
      /^HTTP\/1\.1 405 /,
    ],
    [
      'a body nobody asked for',
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n${'x'.repeat(90_000)}`,
      /405 /,
    ],
    [
      'a body announced first',
      'PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
      /^HTTP\/1\.1 405 /,
    ],
    ['a connection left open', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 200 /],
    ['a long header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ['a long address', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ['2,000 headers', `GET / HTTP/1.1\r\nHost: x\r\n${'X-Y: yyyyyyyyyy\r\n'.repeat(2_000)}\r\n`, /^HTTP\/1\.1 431 /],
  ])('%s', async (_what, text, expected) => {
    const running = await start({ limits: quick })
    const { said, tookMs } = await talk(running.port, text)
    expect(said).toMatch(expected)
    expect(tookMs).toBeLessThan(nightLimit(5_000))
    expect(await statusOf(running, '/healthz')).toBe(200)
  })

  test('answers a body that is not HTTP once', async () => {
    const running = await start()
    const head = 'POST /v1/wallets HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    const { said } = await talk(running.port, `${head}zz\r\n`)
    expect(said.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 405'])
  })

  test('answers bytes that are not HTTP after an answer', async () => {
    const running = await start()
    const { said } = await talk(running.port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nzz\r\n\r\n')
    expect(said.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })

  test('gives up a client that does not read its answer', async () => {
    const many = createRegistry({ bundle: createTestBundle(createTestListings(500)) })
    const running = await start({ limits: quick }, many)
    const socket = connect(running.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    for (let index = 0; index < 40; index += 1) socket.write('GET /api/v2/wallets HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => running.connections()).toBe(1)
    await expect.poll(() => running.connections(), { timeout: 20_000 }).toBe(0)
    socket.destroy()
  })
})

describe('the end', () => {
  const slowAnswer: RoutedResponse = {
    ...{ status: 200, route: 'slow' },
    headers: { ...commonHeaders, 'Content-Length': '4' },
    body: new TextEncoder().encode('done'),
  }
  const slow = {
    async respond() {
      await pause(300)
      return slowAnswer
    },
  }

  test('leaving: not ready, still answering, and asks clients to reconnect elsewhere', async () => {
    const running = await start()
    expect(await statusOf(running, '/readyz')).toBe(200)
    running.leave()
    expect([await statusOf(running, '/readyz'), await statusOf(running, '/healthz')]).toEqual([503, 200])
    expect((await fetch(`${running.url}/readyz`, { method: 'POST' })).status).toBe(405)
    const { said } = await talk(running.port, 'GET /v1/manifest.json HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
    expect(said).toMatch(/\r\nConnection: close\r\n/)
  })

  test('stopping: answers requests in progress, and admits no new clients', async () => {
    const running = await start({}, slow)
    const asked = fetch(`${running.url}/v1/wallets`)
    await expect.poll(() => running.connections()).toBe(1)
    const stopped = running.stop()
    await expect(fetch(`${running.url}/v1/wallets`)).rejects.toThrow()
    expect(await (await asked).text()).toBe('done')
    await stopped
  })

  test('stopping: cuts off clients that hold the connection longer than that', async () => {
    const running = await start({ limits: { stopMs: 200 } }, { respond: () => new Promise<RoutedResponse>(() => {}) })
    const asked = fetch(`${running.url}/v1/wallets`)
    asked.catch(() => {})
    await expect.poll(() => running.connections()).toBe(1)
    const startedAt = performance.now()
    await running.stop()
    expect(performance.now() - startedAt).toBeLessThan(nightLimit(2_000))
    await expect(asked).rejects.toThrow()
  })
})
