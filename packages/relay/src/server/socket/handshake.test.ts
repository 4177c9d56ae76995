import { once } from 'node:events'
import { connect } from 'node:net'
import { nightLimit } from '@hawser/test-kit/night'
import { PortTakenError } from '@hawser/wire'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { RelayStoppedError } from '../../errors.ts'
import { createRelay, type Relay, type RelayOptions } from '../createRelay.ts'
import { createTestClient, createTestIdentity, createTestToken } from '../createTestClient.fixture.ts'

const relays: Relay[] = []

async function startRelay(options: RelayOptions = {}): Promise<{ relay: Relay; url: string; port: number }> {
  const relay = createRelay({ limits: { refusalDelayMs: 20 }, ...options })
  relays.push(relay)
  return { relay, ...(await relay.listen({ port: 0, host: '127.0.0.1' })) }
}
afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.stop())))

const identity = createTestIdentity()
const nowSeconds = () => Math.floor(Date.now() / 1000)

async function closeOf(socket: WebSocket): Promise<{ code: number; reason: string; opened: boolean; afterMs: number }> {
  let openedAt: number | undefined
  socket.once('open', () => {
    openedAt = performance.now()
  })
  const [code, reason] = await once(socket, 'close')
  return {
    code,
    reason: reason.toString(),
    opened: openedAt !== undefined,
    afterMs: performance.now() - (openedAt ?? 0),
  }
}

function algNone(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: identity.clientId, sub: 's', aud: 'ws://x', iat: nowSeconds(), exp: nowSeconds() + 60 }
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
}
const otherKey = () => createTestToken({ clientId: createTestIdentity().clientId, sign: identity.sign })

test.each<[string, () => string, RegExp]>([
  ['no JWT', () => '', /JWT/],
  ['garbage', () => '?auth=garbage', /JWT/],
  ['alg none', () => `?auth=${algNone()}`, /EdDSA/],
  ['the signature of another key', () => `?auth=${otherKey()}`, /did not sign it/],
  [
    'an expired JWT',
    () => `?auth=${createTestToken(identity, { issuedAtSeconds: nowSeconds() - 90_000 })}`,
    /clock.*\d{4}-\d\d-\d\dT/,
  ],
  [
    'a JWT from the future',
    () => `?auth=${createTestToken(identity, { issuedAtSeconds: nowSeconds() + 600 })}`,
    /clock.*\d{4}-\d\d-\d\dT/,
  ],
])('handshake: %s opens, gets nothing, and is closed with 3000 and a reason', async (_what, query, reason) => {
  const { url } = await startRelay()
  const socket = new WebSocket(`${url}/${query()}`)
  const frames: unknown[] = []
  socket.on('message', (frame) => frames.push(frame))
  socket.once('open', () => {
    socket.send(`{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${'a'.repeat(64)}"}}`)
  })
  const close = await closeOf(socket)
  expect(close).toMatchObject({ code: 3000, opened: true })
  expect(close.reason).toMatch(reason)
  expect(frames).toEqual([])
})

test('handshake: by default a refused client waits about a second', async () => {
  const { url } = await startRelay({ limits: {} })
  const { afterMs } = await closeOf(new WebSocket(`${url}/?auth=x`))
  expect(afterMs).toBeGreaterThan(900)
  expect(afterMs).toBeLessThan(nightLimit(3_000))
})

test('handshake: keeps no refused sockets beyond the limit', async () => {
  const { url } = await startRelay({ limits: { refusedConnections: 2, refusalDelayMs: 60_000 } })
  const kept = [new WebSocket(`${url}/?auth=x`), new WebSocket(`${url}/?auth=x`)]
  await Promise.all(kept.map((socket) => once(socket, 'open')))
  const [error] = await once(new WebSocket(`${url}/?auth=x`), 'error')
  expect(error.message).toMatch(/hang up|ECONNRESET/)
})

test('handshake: accepts the JWT from Authorization too, on any path, and repeatedly', async () => {
  const { url } = await startRelay()
  const headers = { authorization: `Bearer ${createTestToken(identity)}` }
  for (const path of ['', '/', '/relay?projectId=1']) {
    const socket = new WebSocket(`${url}${path}`, { headers })
    await once(socket, 'open')
    socket.send('x')
    expect(String((await once(socket, 'message'))[0])).toContain('Serialization')
    socket.close()
  }
})

// Five minutes in either direction, to the second: iat in the future, exp in the past, by query and by header.
test.each(
  (['query', 'header'] as const).flatMap((way) =>
    (
      [
        ['issued 300 s ahead', 300, 86_400, 'served'],
        ['issued 301 s ahead', 301, 86_400, /from the future: check your clock\. Relay time 2026-11-21T12:00:00\.000Z/],
        ['expired 300 s ago', -400, 100, 'served'],
        ['expired 301 s ago', -401, 100, /expired: check your clock\. Relay time 2026-11-21T12:00:00\.000Z/],
      ] as const
    ).map(([what, issuedIn, livesFor, outcome]) => [what, way, issuedIn, livesFor, outcome] as const),
  ),
)('handshake: a JWT %s, in the %s', async (_what, way, issuedIn, livesFor, outcome) => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const { url } = await startRelay({ now: () => now })
  const issuedAtSeconds = now / 1000 + issuedIn
  const token = createTestToken(identity, { issuedAtSeconds, expiresAtSeconds: issuedAtSeconds + livesFor })
  const socket =
    way === 'query'
      ? new WebSocket(`${url}/?auth=${token}`)
      : new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
  if (outcome === 'served') {
    await once(socket, 'open')
    socket.send('x')
    expect(String((await once(socket, 'message'))[0])).toContain('Serialization')
    return socket.close()
  }
  const close = await closeOf(socket)
  expect([close.code, close.reason]).toEqual([3000, expect.stringMatching(outcome)])
})

test('handshake: with audiences, refuses a JWT for another relay', async () => {
  const { url } = await startRelay({ audiences: ['wss://relay.example'] })
  const good = createTestToken(identity, { audience: 'wss://relay.example/' })
  await once(new WebSocket(`${url}/?auth=${good}`), 'open')
  const close = await closeOf(new WebSocket(`${url}/?auth=${createTestToken(identity)}`))
  expect(close).toMatchObject({ code: 3000, reason: expect.stringMatching(/aud/) })
})

test('log: records connections and refusals without JWT, client id, topic or envelope', async () => {
  const lines: string[] = []
  const log = (fields: object, text: string) => lines.push(JSON.stringify({ ...fields, text }))
  const { url, relay } = await startRelay({ logger: { info: log, warn: log, error: log } })
  const canaries = [createTestToken(identity), 'canary-message', 'c'.repeat(64), identity.clientId, 'canary-agent']
  const [token, message, topic] = canaries
  const client = new WebSocket(`${url}/?auth=${token}&ua=canary-agent`)
  await once(client, 'open')
  for (const ttl of [300, 0])
    client.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_publish', params: { topic, message, ttl } }))
  client.send('canary-message')
  client.send(' '.repeat(600_000))
  await once(client, 'close')
  await closeOf(new WebSocket(`${url}/?auth=${token}x&ua=canary-agent`))
  await relay.stop()
  const text = lines.join('\n')
  expect(lines.length).toBeGreaterThan(4)
  for (const canary of [...canaries, token?.split('.')[1] ?? '?']) expect(text).not.toContain(canary)
})

test('listen: refuses a taken port by code', async () => {
  const { port } = await startRelay()
  const second = createRelay()
  await expect(second.listen({ port, host: '127.0.0.1' })).rejects.toThrow(PortTakenError)
  await second.stop()
})

test('listen: a relay that is stopped before or meanwhile opens no port', async () => {
  const relay = createRelay()
  const listening = relay.listen({ port: 0, host: 'localhost' })
  const stopped = relay.stop()
  await expect(listening).rejects.toThrow(RelayStoppedError)
  await stopped
  await expect(relay.listen({ port: 0, host: '127.0.0.1' })).rejects.toThrow(RelayStoppedError)
})

test('stop: silent TCP connections, or those with half a request, do not delay it', async () => {
  const { relay, port } = await startRelay()
  const sockets = ['', 'GET / HTTP/1.1\r\nHost: x\r\n', 'GET /?auth=x HTTP/1.1\r\nUpgrade: websocket\r\n'].map(
    (text) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(text)
      return socket
    },
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  await relay.stop()
  await Promise.all(closed)
})

test('stop: closes every client with 1001, finishes pending calls, and twice is once', async () => {
  const { relay, url } = await startRelay()
  const clients = await Promise.all([1, 2, 3].map(() => createTestClient(url)))
  const refused = new WebSocket(`${url}/?auth=x`)
  await once(refused, 'open')
  await Promise.all([relay.stop(), relay.stop()])
  expect((await Promise.all(clients.map(({ closed }) => closed))).map(({ code }) => code)).toEqual([1001, 1001, 1001])
  const [error] = await once(new WebSocket(url), 'error')
  expect(error.message).toContain('ECONNREFUSED')
})

test('stop: a client that does not answer the close frame does not delay it', async () => {
  const { relay, url } = await startRelay({ limits: { stopMs: 50 } })
  const client = await createTestClient(url)
  client.socket.pause()
  await relay.stop()
  client.socket.resume()
  await client.closed
})
