import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MailboxFailedError } from '../../errors.ts'
import { messageIdOf } from '../../mailboxes/mailbox.ts'
import { createMemoryMailbox } from '../../mailboxes/memory.ts'
import { createRelay, type Relay, type RelayOptions } from '../createRelay.ts'
import {
  createTestClient,
  createTestIdentity,
  createTestToken,
  type TestIdentity,
} from '../createTestClient.fixture.ts'
import { silentMetrics } from '../metrics.ts'

const relays: Relay[] = []

async function startRelay(options: RelayOptions = {}): Promise<{ url: string; port: number }> {
  const relay = createRelay(options)
  relays.push(relay)
  return relay.listen({ port: 0, host: '127.0.0.1' })
}
afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.stop())))

const identity = createTestIdentity()
const newTopic = () => randomBytes(32).toString('hex')
const topic = newTopic()
const publish = { topic, message: 'AA', ttl: 300 }
const frameOf = (method: string, params: unknown, id = '"1795208116403905123"') =>
  `{"id":${id},"jsonrpc":"2.0","method":"${method}","params":${JSON.stringify(params)}}`

/** The message texts in the answer to a fetch. */
function messagesOf(text: string): readonly string[] {
  const { result } = JSON.parse(text)
  expect(result.hasMore).toBe(false)
  return result.messages.map(({ message }: { message: string }) => message)
}

async function post(
  port: number,
  body: string | Uint8Array<ArrayBuffer>,
  options: { readonly by?: TestIdentity; readonly headers?: Record<string, string> } = {},
): Promise<{ status: number; answer: unknown; text: string; headers: Headers }> {
  const authorization = `Bearer ${createTestToken(options.by ?? identity)}`
  const headers = { authorization, 'content-type': 'application/json', ...options.headers }
  const response = await fetch(`http://127.0.0.1:${port}/rpc`, { method: 'POST', headers, body })
  const text = await response.text()
  return { status: response.status, answer: JSON.parse(text), text, headers: response.headers }
}

test('POST /rpc: publishes to subscribers on sockets, alone and in batches', async () => {
  const { port, url } = await startRelay()
  const wallet = await createTestClient(url)
  await wallet.request('irn_subscribe', { topic })
  const { status, text, headers } = await post(port, frameOf('irn_publish', publish, '18446744073709551615'))
  expect([status, text]).toEqual([200, '{"id":18446744073709551615,"jsonrpc":"2.0","result":true}'])
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  const messages = ['BB', 'CC'].map((message) => ({ ...publish, message }))
  expect((await post(port, frameOf('iridium_batchPublish', { messages }))).answer).toMatchObject({ result: true })
  const pushed = [await wallet.nextDelivery(), await wallet.nextDelivery(), await wallet.nextDelivery()]
  expect(pushed.map(({ delivery }) => delivery.message)).toEqual(['AA', 'BB', 'CC'])
})

test('POST /rpc P2: fetched messages come again until received, and others keep theirs (T-81)', async () => {
  const { port, url } = await startRelay()
  const [wallet, stranger] = [createTestIdentity(), createTestIdentity()]
  for (const message of ['AA', 'BB']) await post(port, frameOf('irn_publish', { ...publish, message }))
  const fetched = async (by: TestIdentity, method = 'irn_fetchMessages', params: object = { topic }) => {
    return messagesOf((await post(port, frameOf(method, params), { by })).text)
  }
  expect(await fetched(wallet)).toEqual(['AA', 'BB'])
  expect(await fetched(wallet, 'irn_batchFetchMessages', { topics: [topic, topic, newTopic()] })).toEqual(['AA', 'BB'])
  expect(await fetched(identity)).toEqual([])
  const receipts = [
    { topic, messageId: messageIdOf('AA') },
    { topic, messageId: messageIdOf('unknown') },
  ]
  const received = await post(port, frameOf('irn_batchReceive', { receipts }), { by: wallet })
  expect(received.answer).toMatchObject({ result: true })
  expect(await fetched(wallet)).toEqual(['BB'])
  expect(await fetched(stranger)).toEqual(['AA', 'BB'])
  const socket = await createTestClient(url, { identity: wallet })
  await socket.request('irn_subscribe', { topic })
  expect((await socket.nextDelivery()).delivery.message).toBe('BB')
})

const proposal = { pairingTopic: topic, sessionProposal: 'AA', ttl: 300 }
test.each<[string, string, number, number, string]>([
  ['no JSON', 'hello', 400, -32600, 'Serialization'],
  ['nothing', '', 400, -32600, 'Serialization'],
  ['an array of calls', `[${frameOf('irn_publish', publish)}]`, 400, -32600, 'Serialization'],
  ['a bomb (T-94)', frameOf('irn_publish', publish).replace('"AA"', '['.repeat(200_000)), 400, -32600, 'InvalidParams'],
  ['an ack', '{"id":1,"jsonrpc":"2.0","result":true}', 400, -32600, 'InvalidMethod'],
  ['an unknown method', frameOf('irn_hello', {}), 400, -32601, 'InvalidMethod'],
  ['a webhook (T-98)', frameOf('irn_watchRegister', {}), 400, -32601, 'InvalidMethod'],
  ['a subscription', frameOf('irn_subscribe', { topic }), 400, -32600, 'InvalidMethod'],
  [
    'an end of subscriptions',
    frameOf('irn_batchUnsubscribe', { subscriptions: [{ topic }] }),
    400,
    -32600,
    'InvalidMethod',
  ],
  ['a proposal', frameOf('wc_proposeSession', proposal), 400, -32600, 'InvalidMethod'],
  ['a bad topic', frameOf('irn_fetchMessages', { topic: 'x' }), 400, -32600, 'InvalidTopic'],
  ['an empty batch', frameOf('irn_batchReceive', { receipts: [] }), 400, -32600, 'BatchEmpty'],
  ['ttl 0', frameOf('irn_publish', { ...publish, ttl: 0 }), 200, -32000, 'TtlTooShort'],
])('POST /rpc: refuses %s with its status and code', async (_, text, status, code, reason) => {
  const { port } = await startRelay()
  const refused = await post(port, text)
  expect([refused.status, refused.answer]).toMatchObject([status, { jsonrpc: '2.0', error: { code, data: reason } }])
  expect((await post(port, frameOf('irn_publish', publish))).status).toBe(200)
})

const nowSeconds = () => Math.floor(Date.now() / 1000)
test.each<[string, Record<string, string>, number, string, RegExp]>([
  ['no JWT', { authorization: '' }, 401, 'MissingJwt', /Bearer/],
  ['basic auth', { authorization: 'Basic eDp5' }, 401, 'MissingJwt', /Bearer/],
  ['garbage', { authorization: 'Bearer garbage' }, 401, 'InvalidJwt', /JWT/],
  [
    'an expired JWT',
    { authorization: `Bearer ${createTestToken(identity, { issuedAtSeconds: nowSeconds() - 90_000 })}` },
    401,
    'InvalidJwt',
    /clock.*\d{4}-\d\d-\d\dT/,
  ],
  [
    'the signature of another key',
    { authorization: `Bearer ${createTestToken({ clientId: createTestIdentity().clientId, sign: identity.sign })}` },
    401,
    'InvalidJwt',
    /did not sign it/,
  ],
])('POST /rpc: refuses %s before it reads the body', async (_, headers, status, reason, message) => {
  const { port, url } = await startRelay()
  const refused = await post(port, frameOf('irn_publish', publish), { headers })
  expect([refused.status, refused.answer]).toMatchObject([status, { id: null, error: { code: 3000, data: reason } }])
  expect(refused.answer).toMatchObject({ error: { message: expect.stringMatching(message) } })
  const client = await createTestClient(url)
  expect(await client.request('irn_fetchMessages', { topic })).toMatchObject({ result: { messages: [] } })
})

test('POST /rpc: with audiences, refuses a JWT for another relay', async () => {
  const { port } = await startRelay({ audiences: ['wss://relay.example'] })
  expect((await post(port, frameOf('irn_publish', publish))).status).toBe(401)
  const authorization = `Bearer ${createTestToken(identity, { audience: 'wss://relay.example' })}`
  expect((await post(port, frameOf('irn_publish', publish), { headers: { authorization } })).status).toBe(200)
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'application/jsonp'])(
  'POST /rpc: refuses a body of %s with 415',
  async (type) => {
    const { port } = await startRelay()
    const refused = await post(port, frameOf('irn_publish', publish), { headers: { 'content-type': type } })
    expect([refused.status, refused.answer]).toMatchObject([415, { error: { code: -32600, data: 'Serialization' } }])
  },
)

test('POST /rpc: refuses bad UTF-8 and packed bodies (T-85, T-92)', async () => {
  const { port } = await startRelay()
  const bytes = Uint8Array.from(frameOf('irn_publish', publish).replace('AA', 'A\u0080'), (char) => char.charCodeAt(0))
  expect((await post(port, bytes)).status).toBe(400)
  const packed = await post(port, frameOf('irn_publish', publish), { headers: { 'content-encoding': 'gzip' } })
  expect(packed.status).toBe(415)
})

test('POST /rpc T-84: accepts the longest message, and refuses a longer body with 413', async () => {
  const { port } = await startRelay()
  const longest = frameOf('irn_publish', { ...publish, message: 'x'.repeat(262_144) })
  expect((await post(port, longest)).status).toBe(200)
  const long = frameOf('irn_publish', { ...publish, message: 'x'.repeat(262_145) })
  expect(await post(port, long)).toMatchObject({ status: 400, answer: { error: { data: 'PayloadSizeExceeded' } } })

  const head = `POST /rpc HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${createTestToken(identity)}\r\n`
  const answerTo = async (text: string) => {
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
  const announced = await answerTo(`${head}Content-Length: 524289\r\n\r\n`)
  const chunked = await answerTo(`${head}Transfer-Encoding: chunked\r\n\r\n80001\r\n${'x'.repeat(524_289)}`)
  for (const answer of [announced, chunked]) {
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('"data":"PayloadSizeExceeded"')
    expect(answer.toLowerCase()).toContain('connection: close')
  }
})

test('POST /rpc: refuses a message over the configured length on HTTP and on the socket', async () => {
  const { port, url } = await startRelay({ limits: { messageLength: 1_000 } })
  const call = { ...publish, message: 'x'.repeat(1_001) }
  expect((await post(port, frameOf('irn_publish', call))).answer).toMatchObject({
    error: { data: 'PayloadSizeExceeded' },
  })
  const client = await createTestClient(url)
  expect(await client.request('irn_publish', call)).toMatchObject({ kind: 'error', code: -32600 })
  expect(await client.request('irn_publish', { ...call, message: 'x'.repeat(1_000) })).toMatchObject({ result: true })
})

test('POST /rpc: a full topic is an error of the call, a failing store one of the relay', async () => {
  const { port } = await startRelay({ mailbox: createMemoryMailbox({ limits: { queuedMessages: 1 } }) })
  await post(port, frameOf('irn_publish', publish))
  const full = await post(port, frameOf('irn_publish', { ...publish, message: 'BB' }))
  expect([full.status, full.answer]).toMatchObject([200, { error: { code: -32000, data: 'MailboxLimitExceeded' } }])

  const put = () => Promise.reject(new MailboxFailedError('disk trouble'))
  const errors: unknown[] = []
  const logger = { info: () => {}, warn: () => {}, error: (fields: object) => errors.push(fields) }
  const { port: failing } = await startRelay({ mailbox: { ...createMemoryMailbox(), put }, logger })
  const failed = await post(failing, frameOf('irn_publish', publish))
  expect([failed.status, failed.answer]).toMatchObject([503, { error: { code: -32603, data: 'StorageError' } }])
  expect(failed.headers.get('retry-after')).toBe('1')
  expect(failed.text).not.toContain('disk')
  expect(errors).toEqual([{ error: { code: 'mailbox_failed', text: 'disk trouble' } }])
})

test('POST /rpc: refuses a caller over its rate at once with 429', async () => {
  const { port } = await startRelay({ limits: { publishPace: { perSecond: 0.001, burst: 1 } } })
  expect((await post(port, frameOf('irn_publish', publish))).status).toBe(200)
  const refused = await post(port, frameOf('irn_publish', { ...publish, message: 'BB' }))
  expect([refused.status, refused.answer]).toMatchObject([429, { error: { code: 3001, data: 'TooManyRequests' } }])
  expect(refused.headers.get('retry-after')).toBe('1')
  const fetched = await post(port, frameOf('irn_fetchMessages', { topic }), { by: createTestIdentity() })
  expect(messagesOf(fetched.text)).toEqual(['AA'])
})

test('POST /rpc: limits a page by its written length, with escapes', async () => {
  const { port } = await startRelay()
  const messages = [1, 2, 3].map((index) => `${index}${'\u0001'.repeat(80_000)}`)
  for (const message of messages) await post(port, frameOf('irn_publish', { ...publish, message }))
  const wallet = createTestIdentity()
  const pages: unknown[] = []
  for (let hasMore = true; hasMore; ) {
    const { text } = await post(port, frameOf('irn_fetchMessages', { topic }), { by: wallet })
    expect(text.length).toBeLessThan(530_000)
    const { result } = JSON.parse(text)
    hasMore = result.hasMore
    pages.push(result.messages.map(({ message }: { message: string }) => message[0]))
    const receipts = result.messages.map(({ message }: { message: string }) => ({
      topic,
      messageId: messageIdOf(message),
    }))
    await post(port, frameOf('irn_batchReceive', { receipts }), { by: wallet })
  }
  expect(pages).toEqual([['1'], ['2'], ['3']])
})

test('POST /rpc: a caller that disconnects in its body leaves nothing behind', async () => {
  const { port } = await startRelay()
  const socket = connect(port, '127.0.0.1')
  const head = `POST /rpc HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${createTestToken(identity)}\r\n`
  socket.write(`${head}Content-Length: 1000\r\n\r\n{"id":1`)
  await once(socket, 'connect')
  socket.destroy()
  expect((await post(port, frameOf('irn_publish', publish))).status).toBe(200)
})

test('POST /rpc: a flood of refused calls does not fill the log', async () => {
  const lines: string[] = []
  const log = (_fields: object, text: string) => lines.push(text)
  const { port } = await startRelay({
    logger: { info: () => {}, warn: log, error: log },
    limits: { httpPace: { perSecond: 1, burst: 10 } },
    trustedProxies: 1,
  })
  const statuses = new Set<number>()
  for (let index = 0; index < 40; index += 1) {
    const headers = { authorization: 'Bearer garbage', 'x-forwarded-for': '192.0.2.1' }
    statuses.add((await post(port, 'x', { headers })).status)
  }
  expect([...statuses]).toEqual([401, 429])
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(10)
})

test('POST /rpc: the log names refusals without JWT, client id, topic or envelope', async () => {
  const lines: string[] = []
  const log = (fields: object, text: string) => lines.push(JSON.stringify({ ...fields, text }))
  const { port } = await startRelay({ logger: { info: log, warn: log, error: log } })
  const token = createTestToken(identity, { issuedAtSeconds: nowSeconds() - 90_000 })
  await post(port, frameOf('irn_publish', publish), { headers: { authorization: `Bearer ${token}` } })
  await post(port, frameOf('irn_publish', { ...publish, message: 'canary-message' }))
  await post(port, 'canary-message')
  const text = lines.join('\n')
  expect(text).toContain('refused a client')
  for (const canary of [token, identity.clientId, topic, 'canary-message']) expect(text).not.toContain(canary)
})

test('POST /rpc: calls without a socket count against the share of their address too', async () => {
  const mailbox = createMemoryMailbox({ limits: { addressLength: 4_000 } })
  const over: string[] = []
  const metrics = { ...silentMetrics, overShare: (bound: string, address: string) => over.push(`${bound} ${address}`) }
  const { port } = await startRelay({ mailbox, metrics, trustedProxies: 1 })
  const send = async (address: string) => {
    const body = frameOf('irn_publish', { topic: newTopic(), message: 'x'.repeat(2_000), ttl: 300 })
    return (await post(port, body, { by: createTestIdentity(), headers: { 'x-forwarded-for': address } })).text
  }
  expect(await send('192.0.2.1')).toContain('"result":true')
  expect(await send('192.0.2.1')).toContain('MailboxLimitExceeded')
  expect(await send('2001:db8::1')).toContain('"result":true')
  expect(await send('2001:db8::2')).toContain('MailboxLimitExceeded')
  expect(over).toEqual(['address ipv4', 'address ipv6'])
})
