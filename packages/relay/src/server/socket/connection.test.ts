import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { MailboxFailedError } from '../../errors.ts'
import { noPace } from '../../limits/limits.ts'
import type { Mailbox } from '../../mailboxes/mailbox.ts'
import { createMemoryMailbox } from '../../mailboxes/memory.ts'
import { createRelay, defaultPingIntervalMs, type Relay, type RelayOptions } from '../createRelay.ts'
import { createTestClient, createTestIdentity, type TestClient } from '../createTestClient.fixture.ts'

const relays: Relay[] = []

async function startRelay(options: RelayOptions = {}): Promise<string> {
  const relay = createRelay(options)
  relays.push(relay)
  return (await relay.listen({ port: 0, host: '127.0.0.1' })).url
}
afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.stop())))

const newTopic = () => randomBytes(32).toString('hex')
const topic = 'a'.repeat(64)
const frame = (method: unknown, params: unknown, id = '"1"') =>
  `{"id":${id},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`
const publish = { topic, message: 'AA', ttl: 300 }

test.each(['1795208116403905123', '18446744073709551615', '"1795208116403905123"', '"a b/é"', '7'])(
  'ids: %s comes back as the same token',
  async (id) => {
    const client = await createTestClient(await startRelay())
    client.sendRaw(frame('irn_publish', publish, id))
    expect(await client.next()).toBe(`{"id":${id},"jsonrpc":"2.0","result":true}`)
    client.sendRaw(frame('irn_publish', { ...publish, ttl: 0 }, id))
    expect(await client.next()).toMatch(`{"id":${id},"jsonrpc":"2.0","error":{"code":-32000,`)
  },
)

test.each([
  ['no JSON', 'hello', -32600, 'Serialization'],
  ['half a frame', '{"id":1,"jsonrpc":"2.0","method":"irn_publish","par', -32600, 'Serialization'],
  ['an array of frames', `[${frame('irn_publish', publish)}]`, -32600, 'Serialization'],
  ['no id', `{"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}}`, -32600, 'InvalidRequestId'],
  ['version 1.0', '{"id":1,"jsonrpc":"1.0","method":"x","params":{}}', -32600, 'InvalidJsonRpcVersion'],
  ['no method', '{"id":1,"jsonrpc":"2.0"}', -32600, 'InvalidMethod'],
  ['an unknown method', frame('irn_watchRegister', {}), -32601, 'InvalidMethod'],
  ['no params', '{"id":1,"jsonrpc":"2.0","method":"irn_subscribe"}', -32600, 'InvalidParams'],
  ['a bad topic', frame('irn_subscribe', { topic: 'A'.repeat(64) }), -32600, 'InvalidTopic'],
  ['an empty batch', frame('irn_batchSubscribe', { topics: [] }), -32600, 'BatchEmpty'],
  ['a batch of 501', frame('irn_batchSubscribe', { topics: Array(501).fill(topic) }), -32600, 'BatchLimitExceeded'],
  ['a long message', frame('irn_publish', { ...publish, message: 'x'.repeat(262_145) }), -32600, 'PayloadSizeExceeded'],
  ['half a surrogate pair', frame('irn_publish', { ...publish, message: '\ud800' }), -32600, 'InvalidParams'],
  ['ttl 0', frame('irn_publish', { ...publish, ttl: 0 }), -32000, 'TtlTooShort'],
  ['ttl 2^32', frame('irn_publish', { ...publish, ttl: 4_294_967_296 }), -32000, 'TtlTooLong'],
  [
    'a nest of arrays',
    `{"id":1,"jsonrpc":"2.0","method":"x","params":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
    -32600,
    'InvalidParams',
  ],
])('frames: answers %s with its code, and keeps the socket open', async (_what, text, code, data) => {
  const client = await createTestClient(await startRelay())
  client.sendRaw(text)
  expect(JSON.parse(await client.next())).toMatchObject({ jsonrpc: '2.0', error: { code, data } })
  expect(await client.request('irn_publish', publish)).toMatchObject({ result: true })
})

test('frames: refuses a binary frame, and keeps the socket open', async () => {
  const client = await createTestClient(await startRelay())
  client.socket.send(Buffer.from(frame('irn_publish', publish)))
  expect(JSON.parse(await client.next())).toMatchObject({ id: null, error: { code: -32600, data: 'Serialization' } })
  expect(await client.request('irn_publish', publish)).toMatchObject({ result: true })
})

test('frames: an ack in a binary frame counts, and is not answered', async () => {
  const url = await startRelay()
  const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url, { acks: false })])
  await wallet.request('irn_subscribe', { topic })
  await dapp.request('irn_publish', publish)
  const { idToken } = await wallet.nextDelivery()
  wallet.socket.send(Buffer.from(`{"id":${idToken},"jsonrpc":"2.0","result":true}`))
  expect(await wallet.request('irn_fetchMessages', { topic })).toMatchObject({ result: { messages: [] } })
})

test('frames: the longest message passes unchanged; an oversized frame closes with 1009', async () => {
  const url = await startRelay()
  const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
  await wallet.request('irn_subscribe', { topic })
  const message = 'x'.repeat(262_144)
  expect(await dapp.request('irn_publish', { ...publish, message })).toMatchObject({ result: true })
  expect((await wallet.nextDelivery()).delivery.message).toBe(message)
  dapp.sendRaw(' '.repeat(512 * 1024 + 1))
  expect((await dapp.closed).code).toBe(1009)
  expect(await wallet.request('irn_publish', publish)).toMatchObject({ result: true })
})

test('frames: accepts a frame of 64 fragments; more close the socket', async () => {
  const client = await createTestClient(await startRelay())
  const send = (text: string, count: number) => {
    const size = Math.ceil(text.length / count)
    for (let index = 0; index < count; index += 1)
      client.socket.send(text.slice(index * size, (index + 1) * size), { fin: index === count - 1 })
  }
  const text = frame('irn_publish', publish).padEnd(640)
  send(text, 64)
  expect(await client.next()).toContain('"result":true')
  send(text, 65)
  expect((await client.closed).code).toBe(1008)
})

test('does not negotiate permessage-deflate', async () => {
  const client = await createTestClient(await startRelay())
  expect(client.socket.extensions).toBe('')
})

test('answers with StorageError when the store fails, logs it, and keeps the socket open', async () => {
  const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const fails = () => Promise.reject(new MailboxFailedError('disk trouble', { cause }))
  const mailbox: Mailbox = {
    ...createMemoryMailbox(),
    ...{ put: fails, pending: fails, remove: fails, purge: fails, close: async () => {} },
  }
  const errors: object[] = []
  const logger = { info: () => {}, warn: () => {}, error: (fields: object) => errors.push(fields) }
  const client = await createTestClient(await startRelay({ mailbox, logger }))
  for (const [method, params] of [
    ['irn_publish', publish],
    ['irn_batchFetchMessages', { topics: [topic] }],
  ] as const) {
    expect(await client.request(method, params)).toMatchObject({ kind: 'error', code: -32603 })
    expect(client.received.at(-1)).toContain('"data":"StorageError"')
  }
  expect(await client.request('irn_subscribe', { topic })).toMatchObject({ kind: 'result' })
  expect(errors).toContainEqual({ error: { code: 'mailbox_failed', text: 'disk trouble', cause: 'SQLITE_FULL' } })
})

test('T-89: limits the topics of one client; refuses the next batch as a whole', async () => {
  const url = await startRelay({ limits: { subscriptionsPerClient: 3 } })
  const [client, other] = await Promise.all([createTestClient(url), createTestClient(url)])
  await client.request('irn_batchSubscribe', { topics: [newTopic(), newTopic()] })
  const topics = [newTopic(), newTopic()]
  expect(await client.request('irn_batchSubscribe', { topics })).toMatchObject({ kind: 'error', code: -32000 })
  expect(client.received.at(-1)).toContain('"data":"SubscriberLimitExceeded"')
  await other.request('irn_publish', { ...publish, topic: topics[0] })
  await client.settle()
  expect(client.deliveries).toEqual([])
  expect(await client.request('irn_subscribe', { topic: topics[0] })).toMatchObject({ kind: 'result' })
})

test('refuses a session proposed or approved beyond that limit, and stores nothing', async () => {
  const url = await startRelay({ limits: { subscriptionsPerClient: 1 } })
  const [client, other] = await Promise.all([createTestClient(url), createTestClient(url)])
  await client.request('irn_subscribe', { topic: newTopic() })
  const proposal = { pairingTopic: topic, sessionProposal: 'AA', ttl: 300 }
  const sessionTopic = newTopic()
  const approval = { pairingTopic: topic, sessionTopic, sessionProposalResponse: 'AA', sessionSettlementRequest: 'BB' }
  for (const [method, params] of [
    ['wc_proposeSession', proposal],
    ['wc_approveSession', { ...approval, ttl: 300 }],
  ] as const) {
    expect(await client.request(method, params)).toMatchObject({ kind: 'error', code: -32000 })
  }
  expect(await other.request('irn_batchFetchMessages', { topics: [topic, sessionTopic] })).toMatchObject({
    result: { messages: [] },
  })
})

test('a proposal that the store refuses leaves no subscription behind', async () => {
  const url = await startRelay({
    mailbox: createMemoryMailbox({ limits: { queuedMessages: 1 } }),
    limits: { subscriptionsPerClient: 1 },
  })
  const [client, other] = await Promise.all([createTestClient(url), createTestClient(url)])
  await other.request('irn_publish', publish)
  const proposal = { pairingTopic: topic, sessionProposal: 'BB', ttl: 300 }
  expect(await client.request('wc_proposeSession', proposal)).toMatchObject({ kind: 'error', code: -32000 })
  expect(await client.request('irn_subscribe', { topic: newTopic() })).toMatchObject({ kind: 'result' })
})

test('pings: every 25 s by default', () => {
  expect(defaultPingIntervalMs).toBe(25_000)
})

function nextPing({ socket, closed }: TestClient): Promise<unknown> {
  const dropped = closed.then(({ code }) => Promise.reject(new Error(`the relay closed the connection with ${code}`)))
  return Promise.race([once(socket, 'ping'), dropped])
}

test('pings: come at the interval; drops a client that does not respond', async () => {
  const url = await startRelay({ pingIntervalMs: 200 })
  const [alive, dead] = await Promise.all([createTestClient(url), createTestClient(url, { autoPong: false })])
  await nextPing(alive)
  expect((await dead.closed).code).toBe(1006)
  await nextPing(alive)
  await nextPing(alive)
  expect(await alive.request('irn_publish', publish)).toMatchObject({ result: true })
})

test('pings: a relay that was suspended drops no clients whose answers it has not read yet', async () => {
  const pingIntervalMs = 100
  const client = await createTestClient(await startRelay({ pingIntervalMs }))
  for (let suspensions = 0; suspensions < 3; suspensions += 1) {
    await nextPing(client)
    // The client has answered. Relay and client share this thread.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * pingIntervalMs)
  }
  expect(await client.request('irn_publish', publish)).toMatchObject({ result: true })
})

test('messages fetched by a client that disconnects before the answer come again', async () => {
  const memory = createMemoryMailbox()
  const read = createSignal()
  const mailbox: Mailbox = { ...memory, pending: (...args) => memory.pending(...args).finally(read.give) }
  const url = await startRelay({ mailbox })
  const identity = createTestIdentity()
  const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url, { identity })])
  await dapp.request('irn_publish', publish)
  wallet.socket.pause()
  wallet.sendRaw(frame('irn_batchFetchMessages', { topics: [topic] }))
  await read.given
  // When this publish is answered, the relay has also written the fetch's answer.
  await dapp.request('irn_publish', { ...publish, topic: newTopic() })
  wallet.socket.terminate()
  const again = await createTestClient(url, { identity })
  await again.request('irn_subscribe', { topic })
  expect((await again.nextDelivery()).delivery).toMatchObject({ message: publish.message })
})

test('a client that does not read delays no others, and gets everything in order later', async () => {
  // One client sends everything, so it may publish that much at once, and the store keeps it for late readers.
  const mailbox = createMemoryMailbox({ limits: { clientLength: 64 * 1024 * 1024 } })
  const url = await startRelay({ mailbox, limits: { ...noPace, bufferedLength: 64 * 1024 } })
  const [dapp, slow, good] = await Promise.all([1, 2, 3].map(() => createTestClient(url)))
  if (dapp === undefined || slow === undefined || good === undefined) throw new Error('no clients')
  for (const client of [slow, good]) await client.request('irn_subscribe', { topic })
  slow.socket.pause()
  const count = 80
  for (let index = 0; index < count; index += 1) {
    const message = `${index} ${'x'.repeat(200_000)}`
    expect(await dapp.request('irn_publish', { ...publish, message })).toMatchObject({ result: true })
    await good.nextDelivery()
  }
  slow.socket.resume()
  while (slow.deliveries.length < count) await slow.nextDelivery()
  const order = slow.deliveries.map(({ delivery }) => Number.parseInt(delivery.message, 10))
  expect(order).toEqual(Array.from({ length: count }, (_, index) => index))
})

test('closes a client that does not read for long with 1013', async () => {
  let isGivenUp = false
  const warn = (_fields: object, text: string) => {
    isGivenUp ||= text === 'closed a client that does not read'
  }
  const logger = { info: () => {}, warn, error: () => {} }
  const url = await startRelay({ logger, limits: { ...noPace, bufferedLength: 64 * 1024, stalledMs: 50 } })
  const [dapp, slow, good] = await Promise.all([1, 2, 3].map(() => createTestClient(url)))
  if (dapp === undefined || slow === undefined || good === undefined) throw new Error('no clients')
  for (const client of [slow, good]) await client.request('irn_subscribe', { topic })
  slow.socket.pause()
  for (let index = 0; !isGivenUp; index += 1) {
    await dapp.request('irn_publish', { ...publish, message: `${index} ${'x'.repeat(200_000)}` })
    await good.nextDelivery()
  }
  slow.socket.resume()
  expect((await slow.closed).code).toBe(1013)
})

function createSignal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}
