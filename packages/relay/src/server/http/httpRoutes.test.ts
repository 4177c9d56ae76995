import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createRelay, type Relay, type RelayOptions } from '../createRelay.ts'

const relays: Relay[] = []
const publicKey = 'ab'.repeat(32)

async function startRelay(options: RelayOptions = {}): Promise<number> {
  const relay = createRelay(options)
  relays.push(relay)
  return (await relay.listen({ port: 0, host: '127.0.0.1' })).port
}
afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.stop())))

/** The server's answer to the given bytes, until it closes the connection. */
async function answerTo(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return answer
}

const closing = 'Host: x\r\nConnection: close\r\n'
test.each<[string, string, number, string]>([
  ['the root', `GET / HTTP/1.1\r\n${closing}\r\n`, 426, 'This is a relay: connect with a WebSocket.'],
  [
    'the root with a query',
    `GET /?auth=x HTTP/1.1\r\n${closing}\r\n`,
    426,
    'This is a relay: connect with a WebSocket.',
  ],
  ['a post to the root', `POST / HTTP/1.1\r\n${closing}\r\n`, 405, 'Only GET, HEAD.'],
  ['health', `GET /healthz HTTP/1.1\r\n${closing}\r\n`, 200, 'ok'],
  ['the head of health', `HEAD /healthz HTTP/1.1\r\n${closing}\r\n`, 200, ''],
  ['a post to health', `POST /healthz HTTP/1.1\r\n${closing}\r\n`, 405, 'Only GET, HEAD.'],
  ['readiness', `GET /readyz HTTP/1.1\r\n${closing}\r\n`, 200, 'ready'],
  ['the key', `GET /public-key HTTP/1.1\r\n${closing}\r\n`, 200, publicKey],
  ['a deletion of the key', `DELETE /public-key HTTP/1.1\r\n${closing}\r\n`, 405, 'Only GET, HEAD.'],
  ['a read of rpc', `GET /rpc HTTP/1.1\r\n${closing}\r\n`, 405, 'Only POST.'],
  ['a preflight of rpc', `OPTIONS /rpc HTTP/1.1\r\nOrigin: https://x\r\n${closing}\r\n`, 204, ''],
  ['the options of health', `OPTIONS /healthz HTTP/1.1\r\n${closing}\r\n`, 204, ''],
  ['the options of nothing', `OPTIONS /x HTTP/1.1\r\n${closing}\r\n`, 404, 'Not found.'],
  ['health with a slash behind', `GET /healthz/ HTTP/1.1\r\n${closing}\r\n`, 200, 'ok'],
  ['health with a slash too many before', `GET //healthz HTTP/1.1\r\n${closing}\r\n`, 200, 'ok'],
  ['health with slashes and a query', `GET ///healthz//?x HTTP/1.1\r\n${closing}\r\n`, 200, 'ok'],
  ['readiness with a slash behind', `GET /readyz/ HTTP/1.1\r\n${closing}\r\n`, 200, 'ready'],
  ['the key with a slash behind', `HEAD /public-key/ HTTP/1.1\r\n${closing}\r\n`, 200, ''],
  ['rpc with a slash behind', `POST /rpc/ HTTP/1.1\r\n${closing}\r\n`, 415, 'application/json'],
  ['slashes alone', `GET // HTTP/1.1\r\n${closing}\r\n`, 426, 'This is a relay: connect with a WebSocket.'],
  ['health by its whole address', `GET http://x/healthz HTTP/1.1\r\n${closing}\r\n`, 200, 'ok'],
  ['a path below health', `GET /healthz/x HTTP/1.1\r\n${closing}\r\n`, 404, 'Not found.'],
  ['rpc without JSON', `POST /rpc HTTP/1.1\r\n${closing}\r\n`, 415, 'application/json'],
  ['rpc without a JWT', `POST /rpc HTTP/1.1\r\nContent-Type: application/json\r\n${closing}\r\n`, 401, 'MissingJwt'],
  ['elsewhere', `GET /x HTTP/1.1\r\n${closing}\r\n`, 404, 'Not found.'],
  ['a name of Object', `GET /constructor HTTP/1.1\r\n${closing}\r\n`, 404, 'Not found.'],
  ['an expectation', `GET /healthz HTTP/1.1\r\nExpect: tea\r\n${closing}\r\n`, 417, 'Send no Expect.'],
  ['half an upgrade', `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, 400, ''],
  [
    'another protocol',
    `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    426,
    'connect with a WebSocket',
  ],
  ['no HTTP', 'hello\r\n\r\n', 400, ''],
  ['two lengths', `POST /rpc HTTP/1.1\r\n${closing}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, ''],
  ['headers of 9 KiB', `GET /healthz HTTP/1.1\r\n${closing}X: ${'x'.repeat(9_000)}\r\n\r\n`, 431, ''],
])('HTTP: answers %s with its status, text and the headers of every answer', async (_, text, status, body) => {
  const answer = await answerTo(await startRelay({ publicKey, limits: { refusalDelayMs: 10 } }), text)
  const [head = '', content = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(content).toContain(body)
  if (body === '') expect(content).toBe('')
  const names = head.toLowerCase().split('\r\n')
  expect(names).toContain('x-content-type-options: nosniff')
  expect(names).toContain('cache-control: no-store')
  expect(names).toContain('referrer-policy: no-referrer')
  expect(head).not.toMatch(/^(server|x-powered-by|access-control-.*|set-cookie|etag):/im)
})

test('HTTP: 405 names the allowed methods, 426 the protocol, 401 the scheme', async () => {
  const base = `http://127.0.0.1:${await startRelay()}`
  expect((await fetch(`${base}/rpc`)).headers.get('allow')).toBe('POST, OPTIONS')
  expect((await fetch(`${base}/healthz`, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect((await fetch(base)).headers.get('upgrade')).toBe('websocket')
  const unsigned = await fetch(`${base}/rpc`, { method: 'POST', headers: { 'content-type': 'application/json' } })
  expect(unsigned.headers.get('www-authenticate')).toBe('Bearer')
})

test('GET /public-key: 404 if the relay has no key', async () => {
  const answer = await fetch(`http://127.0.0.1:${await startRelay()}/public-key`)
  expect([answer.status, await answer.text()]).toEqual([404, 'This relay has no key.'])
})

test('HTTP T-95: refuses a flood of headers and keeps running', async () => {
  const port = await startRelay()
  const headers = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x-header-${index}`, 'v']))
  expect((await fetch(`http://127.0.0.1:${port}/healthz`, { headers })).status).toBe(431)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})

test('HTTP: logs an internal failure, and answers 500 with the usual headers', async () => {
  const buckets = { take: () => Promise.reject(new Error('away')), close: async () => {} }
  const errors: object[] = []
  const logger = { info: () => {}, warn: () => {}, error: (fields: object) => errors.push(fields) }
  const port = await startRelay({ buckets, logger, trustedProxies: 1 })
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const answer = await fetch(`http://127.0.0.1:${port}/rpc`, { method: 'POST', headers })
  expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([500, 'nosniff'])
  expect(errors).toEqual([{ error: { code: 'Error', text: 'away' } }])
})

test('HTTP: an upgrade of a foreign origin, or beyond the room, has the headers of every answer', async () => {
  const limits = { refusalDelayMs: 10, connections: 0 }
  const port = await startRelay({ limits, origins: ['https://app.example'] })
  const upgrade = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
  const foreign = await answerTo(port, `GET / HTTP/1.1\r\n${upgrade}Origin: https://other.example\r\n\r\n`)
  const full = await answerTo(port, `GET / HTTP/1.1\r\n${upgrade}\r\n`)
  expect([foreign.slice(9, 12), full.slice(9, 12)]).toEqual(['403', '503'])
  for (const answer of [foreign, full]) expect(answer).toContain('x-content-type-options: nosniff')
  expect(full).toContain('retry-after: 5')
})
