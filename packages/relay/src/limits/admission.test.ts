import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { isNight, nightLimit } from '@hawser/test-kit/night'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createRelay, type Relay, type RelayOptions } from '../server/createRelay.ts'
import {
  createTestClient,
  createTestIdentity,
  createTestToken,
  type TestIdentity,
} from '../server/createTestClient.fixture.ts'
import type { Buckets } from './buckets.ts'

const relays: Relay[] = []
afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.stop())))

const refusalDelayMs = 100

async function startRelay(options: RelayOptions = {}) {
  const limits = { refusalDelayMs, ...options.limits }
  // All test connections come from this machine, so they state their address in X-Forwarded-For.
  const relay = createRelay({ trustedProxies: 1, ...options, limits })
  relays.push(relay)
  return relay.listen({ port: 0, host: '127.0.0.1' })
}

type Visit = {
  readonly from?: string
  readonly identity?: TestIdentity
  readonly origin?: string
  readonly token?: string
}

function open(url: string, visit: Visit = {}): WebSocket {
  const { from = '192.0.2.1', identity = createTestIdentity(), origin } = visit
  const token = visit.token ?? createTestToken(identity)
  const headers = { 'x-forwarded-for': from, ...(origin === undefined ? {} : { origin }) }
  const socket = new WebSocket(`${url}/?auth=${token}`, { headers })
  socket.on('error', () => {})
  return socket
}

type Outcome = { readonly outcome: string | number; readonly reason: string; readonly ms: number }

/** `served`, a close code, an HTTP status, or `dropped`. */
async function outcomeOf(socket: WebSocket): Promise<Outcome> {
  const startedAt = performance.now()
  const settle = (outcome: string | number, reason = '') => ({ outcome, reason, ms: performance.now() - startedAt })
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      resolve(settle(response.statusCode ?? 0, response.headers['retry-after'] ?? ''))
      socket.terminate()
    })
    socket.once('error', () => resolve(settle('dropped')))
    socket.once('close', (code, reason) => resolve(settle(code === 1006 ? 'dropped' : code, reason.toString())))
    // An answer means that the socket is served.
    socket.once('message', () => resolve(settle('served')))
    socket.once('open', () => socket.send('x'))
  })
}

const visit = (url: string, options?: Visit) => outcomeOf(open(url, options))
async function isAlive(socket: WebSocket): Promise<boolean> {
  socket.send('x')
  return once(socket, 'message').then(() => true)
}

test('T-88: a full relay answers 503 with Retry-After before it checks a signature', async () => {
  const { url } = await startRelay({ limits: { connections: 3 } })
  const old = [1, 2, 3].map(() => open(url))
  for (const { outcome } of await Promise.all(old.map(outcomeOf))) expect(outcome).toBe('served')
  for (const token of [createTestToken(createTestIdentity()), 'no-token']) {
    const refused = await visit(url, { token })
    expect(refused).toMatchObject({ outcome: 503, reason: '5' })
    expect(refused.ms).toBeGreaterThanOrEqual(refusalDelayMs - 5)
  }
  for (const socket of old) expect(await isAlive(socket)).toBe(true)
  old[0]?.close()
  await once(old[0] ?? fail(), 'close')
  expect((await visit(url)).outcome).toBe('served')
})

test('T-88: upgrades that are checked at the same moment do not exceed the limit together', async () => {
  const wait = () => new Promise<number>((resolve) => setTimeout(() => resolve(0), 300))
  const buckets: Buckets = { take: wait, close: async () => {} }
  const { url } = await startRelay({ buckets, limits: { connections: 3 } })
  const outcomes = (await Promise.all(Array.from({ length: 10 }, () => visit(url)))).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(3)
  expect(outcomes.filter((outcome) => outcome === 503)).toHaveLength(7)
})

test('T-88: closes the hundred-and-first socket of one address with 1013, after a wait', async () => {
  const { url } = await startRelay({ limits: { connectPace: { perSecond: 1_000, burst: 1_000 } } })
  const old = Array.from({ length: 100 }, () => open(url, { from: '2001:db8::1' }))
  const outcomes = await Promise.all(old.map(outcomeOf))
  expect(outcomes.filter(({ outcome }) => outcome === 'served')).toHaveLength(100)
  const refused = await visit(url, { from: '2001:db8::ffff:2' })
  expect(refused).toMatchObject({ outcome: 1013, reason: expect.stringContaining('Too many connections') })
  expect(refused.ms).toBeGreaterThanOrEqual(refusalDelayMs - 5)
  expect((await visit(url, { from: '2001:db8:0:1::1' })).outcome).toBe('served')
  expect(await isAlive(old[99] ?? fail())).toBe(true)
  old[0]?.close()
  await once(old[0] ?? fail(), 'close')
  expect((await visit(url, { from: '2001:db8::1' })).outcome).toBe('served')
})

test('T-88: drops further sockets of an address with as many waiting for a refusal', async () => {
  const { url } = await startRelay({ limits: { connectionsPerAddress: 5, refusalDelayMs: 500 } })
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => visit(url)))
  const count = (wanted: string | number) => outcomes.filter(({ outcome }) => outcome === wanted).length
  expect([count('served'), count(1013), count('dropped')]).toEqual([5, 5, 10])
})

test('T-88: closes more than thirty new sockets a minute from one address with 1013', async () => {
  const { url } = await startRelay({ limits: { connectPace: { perSecond: 0.5, burst: 30 } } })
  for (let index = 0; index < 30; index += 1) {
    const socket = open(url)
    expect((await outcomeOf(socket)).outcome).toBe('served')
    socket.terminate()
  }
  const tries = await Promise.all([1, 2, 3, 4, 5, 6].map(() => visit(url)))
  expect(tries.map(({ outcome }) => outcome)).toContain(1013)
  expect((await visit(url, { from: '192.0.2.2' })).outcome).toBe('served')
  let last = await visit(url)
  while (last.outcome !== 'served') last = await visit(url)
})

const closeCodeOf = async (socket: WebSocket) => {
  const [code, reason] = await once(socket, 'close')
  return { code, reason: String(reason) }
}

test('T-88: a client id has twenty sockets; the next closes the oldest with 1013', async () => {
  const { url } = await startRelay()
  const identity = createTestIdentity()
  const sockets: WebSocket[] = []
  for (let index = 0; index < 20; index += 1) {
    const socket = open(url, { identity })
    expect((await outcomeOf(socket)).outcome).toBe('served')
    sockets.push(socket)
  }
  const [oldest, ...others] = sockets
  const startedAt = performance.now()
  const closed = closeCodeOf(oldest ?? fail())
  const newest = open(url, { identity })
  expect((await outcomeOf(newest)).outcome).toBe('served')
  expect(await closed).toEqual({ code: 1013, reason: expect.stringContaining('this client') })
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(refusalDelayMs - 5)
  for (const socket of [...others, newest]) expect(await isAlive(socket)).toBe(true)
})

test('T-88: serves a client that opens ever more sockets, as 2.13 to 2.17 do after an outage', async () => {
  const { url } = await startRelay()
  const identity = createTestIdentity()
  const leaked = Array.from({ length: 28 }, () => open(url, { identity }))
  const closed = leaked.map(closeCodeOf)
  expect((await Promise.all(leaked.map(outcomeOf))).filter(({ outcome }) => outcome !== 'served')).toEqual([])
  const newest = await createTestClient(url, { identity })
  const [wallet] = [await createTestClient(url)]
  const topic = 'a'.repeat(64)
  expect(await newest.request('irn_subscribe', { topic })).toMatchObject({ kind: 'result' })
  await Promise.any(closed)
  await expect.poll(() => leaked.filter(({ readyState }) => readyState === WebSocket.OPEN).length).toBe(19)
  await wallet.request('irn_publish', { topic, message: 'AA', ttl: 300 })
  expect((await newest.nextDelivery()).delivery.message).toBe('AA')
})

test('T-88: serves a client after a change of network at once: its silent sockets make room', async () => {
  const { url } = await startRelay()
  const identity = createTestIdentity()
  const dead = await Promise.all(Array.from({ length: 20 }, () => createTestClient(url, { identity, autoPong: false })))
  for (const { socket } of dead) socket.pause()
  for (let index = 0; index < 5; index += 1) expect((await visit(url, { identity })).outcome).toBe('served')
})

test('T-90: drops an upgrade that takes too long, and answers too many at once with 503', async () => {
  let taken = 0
  const take = () => {
    taken += 1
    return new Promise<number>(() => {})
  }
  const hanging: Buckets = { take, close: async () => {} }
  const { url } = await startRelay({ buckets: hanging, limits: { handshakes: 2, handshakeMs: 2_000 } })
  const [first, second] = [visit(url), visit(url)]
  await expect.poll(() => taken, { interval: 5 }).toBeGreaterThanOrEqual(2)
  expect(await visit(url)).toMatchObject({ outcome: 503, reason: '5' })
  for (const { outcome, ms } of await Promise.all([first, second])) {
    expect(outcome).toBe('dropped')
    expect(ms).toBeGreaterThan(1_990)
    expect(ms).toBeLessThan(nightLimit(4_000))
  }
})

test('T-90: drops a thousand slow sockets that send single bytes in time', async () => {
  // The defaults are 10 s and 15 s. Only the nightly run waits that long.
  const limits = isNight ? {} : { headersMs: 1_500, requestMs: 2_000 }
  const { url, port } = await startRelay({ limits })
  const startedAt = performance.now()
  const slow = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'))
  const closed = slow.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('error', () => {})
        socket.once('close', () => resolve())
      }),
  )
  await Promise.all(slow.map((socket) => once(socket, 'connect')))
  for (const socket of slow) socket.write('GET /?auth=x HTTP/1.1\r\nHost: relay.example\r\nUpgrade: websocket\r\n')
  const drip = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write('X: y\r\n')
  }, 500)
  for (const index of [1, 2, 3]) {
    const { outcome, ms } = await visit(url, { from: `192.0.2.${index}` })
    expect(outcome).toBe('served')
    expect(ms).toBeLessThan(nightLimit(1_000))
  }
  await Promise.all(closed)
  clearInterval(drip)
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(isNight ? 20_000 : 10_000))
})

test('T-96: an allow-list answers a foreign Origin with 403, and serves programs without one', async () => {
  const { url, port } = await startRelay({ origins: ['https://app.example', 'http://localhost:5173'] })
  for (const origin of ['https://app.example', 'http://localhost:5173', undefined]) {
    expect((await visit(url, origin === undefined ? {} : { origin })).outcome).toBe('served')
  }
  const foreign = [
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
    'null.evil.example',
    'https://app.example:444',
  ]
  for (const origin of foreign) expect((await visit(url, { origin })).outcome).toBe(403)

  const post = async (origin: string | undefined) => {
    const headers = { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) }
    const call = request({ port, host: '127.0.0.1', path: '/rpc', method: 'POST', headers })
    call.end('{}')
    const [response] = await once(call, 'response')
    const chunks = await response.toArray()
    return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
  }
  for (const origin of foreign)
    expect(await post(origin)).toMatchObject({ status: 403, text: expect.stringContaining('OriginNotAllowed') })
  for (const origin of ['https://app.example', undefined]) expect((await post(origin)).status).toBe(401)
})

test('F04a F04b an allow-list serves the relay’s own host; a refusal names its origin', async () => {
  const lines: string[] = []
  const log = (fields: object, text: string) => lines.push(JSON.stringify({ ...fields, text }))
  const logger = { info: () => {}, warn: log, error: log }
  const { url, port } = await startRelay({ origins: ['https://app.example'], logger })
  const open = (origin: string) => {
    const headers = { 'x-forwarded-for': '192.0.2.1', host: 'relay.example', origin }
    const socket = new WebSocket(`${url}/?auth=${createTestToken(createTestIdentity())}`, { headers })
    socket.on('error', () => {})
    return outcomeOf(socket)
  }
  for (const origin of ['https://relay.example', 'http://relay.example', 'https://app.example'])
    expect([origin, (await open(origin)).outcome]).toEqual([origin, 'served'])
  expect(lines).toEqual([])
  expect((await open('capacitor://localhost')).outcome).toBe(403)
  const refused = 'This relay does not serve pages of the origin capacitor://localhost: see --origins.'
  expect(lines).toEqual([JSON.stringify({ reason: refused, count: 1, text: 'refused a client' })])

  const post = async (origin: string) => {
    const headers = { 'content-type': 'application/json', host: 'relay.example', origin }
    const call = request({ port, host: '127.0.0.1', path: '/rpc', method: 'POST', headers })
    call.end('{}')
    const [response] = await once(call, 'response')
    const chunks = await response.toArray()
    return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
  }
  expect((await post('https://relay.example')).status).toBe(401)
  const app = await post('app://-')
  expect(app).toMatchObject({ status: 403, text: expect.stringContaining('the origin app://-: see') })
})

test('an allow-list admits the origins of native clients with a valid token', async () => {
  const { url } = await startRelay({ origins: ['https://app.example'], audiences: ['wss://relay.example'] })
  const open = (origin: string | undefined, audience: string) => {
    const token = createTestToken(createTestIdentity(), { audience })
    const headers = {
      'x-forwarded-for': '192.0.2.1',
      host: 'relay.example',
      ...(origin === undefined ? {} : { origin }),
    }
    const socket = new WebSocket(`${url}/?auth=${token}`, { headers })
    socket.on('error', () => {})
    return outcomeOf(socket)
  }
  for (const origin of [undefined, 'null', 'file://', 'https://relay.example']) {
    expect([origin, (await open(origin, 'wss://relay.example')).outcome]).toEqual([origin, 'served'])
    expect([origin, (await open(origin, 'wss://other.example')).outcome]).toEqual([origin, 3000])
  }
  expect((await open('https://evil.example', 'wss://relay.example')).outcome).toBe(403)
})

test('T-96: serves any Origin without an allow-list', async () => {
  const { url } = await startRelay()
  expect((await visit(url, { origin: 'https://any.example' })).outcome).toBe('served')
})

test('answers HTTP calls of one address beyond its rate with 429, before it reads them', async () => {
  const { port } = await startRelay({ limits: { httpPace: { perSecond: 1, burst: 5 } } })
  const call = async (from: string) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path: '/rpc',
      method: 'POST',
      headers: { 'x-forwarded-for': from },
    })
    asked.end('{}')
    const [response] = await once(asked, 'response')
    response.resume()
    return response
  }
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) statuses.push((await call('192.0.2.1')).statusCode)
  expect(statuses.slice(0, 5)).not.toContain(429)
  expect(statuses[5]).toBe(429)
  expect((await call('192.0.2.1')).headers['retry-after']).toBe('5')
  expect((await call('192.0.2.2')).statusCode).not.toBe(429)
  const [health] = await once(get({ port, host: '127.0.0.1', path: '/healthz', agent: false }), 'response')
  expect(health.statusCode).toBe(200)
  health.resume()
})

test('log: a flood of refused clients does not fill the log, and is not named in it', async () => {
  const lines: string[] = []
  const log = (fields: object, text: string) => lines.push(JSON.stringify({ ...fields, text }))
  const logger = { info: log, warn: log, error: log }
  const { url } = await startRelay({ logger, limits: { connectionsPerAddress: 1 } })
  await Promise.all(Array.from({ length: 30 }, () => visit(url, { from: '203.0.113.77' })))
  const refusals = lines.filter((line) => line.includes('refused a client'))
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals.length).toBeLessThan(5)
  expect(lines.join()).not.toContain('203.0.113')
})

function fail(): never {
  throw new Error('Missing.')
}
