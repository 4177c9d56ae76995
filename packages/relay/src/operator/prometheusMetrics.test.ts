import { randomBytes } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../logger.ts'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { createRelay } from '../server/createRelay.ts'
import { createTestClient } from '../server/createTestClient.fixture.ts'
import { createPrometheusMetrics, type PrometheusMetrics } from './prometheusMetrics.ts'
import { serveMetrics } from './serveMetrics.ts'

let metrics: PrometheusMetrics

beforeEach(() => {
  metrics = createPrometheusMetrics()
})

async function startRelay(mailbox = createMemoryMailbox()) {
  const relay = createRelay({ metrics, mailbox, limits: { refusalDelayMs: 1 } })
  onTestFinished(() => relay.stop())
  return (await relay.listen({ port: 0, host: '127.0.0.1' })).url
}

/** The value of an output line, by name and labels as printed. */
async function figure(name: string): Promise<number | undefined> {
  const line = (await metrics.text()).split('\n').find((each) => each.startsWith(`hawser_relay_${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('metrics: counts connections, requests by outcome, messages, acks and commits', async () => {
  const url = await startRelay()
  const topic = randomBytes(32).toString('hex')
  const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
  await wallet.request('irn_subscribe', { topic })
  for (const message of ['one', 'two', 'two'])
    await dapp.request('irn_publish', { topic, message, ttl: 300, tag: 1100 })
  await dapp.request('irn_publish', { topic, message: 'late', ttl: 0, tag: 1100 })
  dapp.sendRaw('{')
  await dapp.next()
  await wallet.nextDelivery()
  await wallet.nextDelivery()
  await wallet.settle()
  await expect.poll(() => figure('messages_acknowledged_total')).toBe(2)

  expect(await figure('connections')).toBe(2)
  expect(await figure('upgrades_accepted_total')).toBe(2)
  expect(await figure('requests_total{method="irn_publish",outcome="ok"}')).toBe(3)
  expect(await figure('requests_total{method="irn_subscribe",outcome="ok"}')).toBe(1)
  expect(await figure('requests_total{method="unreadable",outcome="TtlTooShort"}')).toBe(1)
  expect(await figure('messages_stored_total')).toBe(2)
  expect(await figure('messages_repeated_total')).toBe(1)
  expect(await figure('messages_pushed_total')).toBe(2)
  expect(await figure('pending_pushes')).toBe(0)
  expect(await figure('commit_seconds_count')).toBe(3)
  expect(await figure('store_errors_total')).toBe(0)
  await wallet.close()
  await expect.poll(() => figure('connections')).toBe(1)
  expect(await figure('connections_closed_total{code="1000"}')).toBe(1)
})

test('metrics: counts an exhausted share by kind of holder and address, without names', async () => {
  const mailbox = createMemoryMailbox({ limits: { addressLength: 2_000, clientMessages: 1 } })
  const limits = { refusalDelayMs: 1, connectionsPerAddress: 1, subscriptionsPerAddress: 1 }
  const relay = createRelay({ metrics, mailbox, limits, trustedProxies: 1 })
  onTestFinished(() => relay.stop())
  const { url } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const topic = () => randomBytes(32).toString('hex')
  const publish = (length: number) => ({ topic: topic(), message: 'x'.repeat(length), ttl: 300 })
  const [v4, v6] = [
    await createTestClient(url, { address: '192.0.2.77' }),
    await createTestClient(url, { address: '2001:db8:77::1' }),
  ]
  await v4.request('irn_publish', publish(2_000))
  for (let index = 0; index < 2; index += 1) await v6.request('irn_publish', publish(100))
  await v6.request('irn_batchSubscribe', { topics: [topic(), topic()] })
  await (await createTestClient(url, { address: '192.0.2.77' })).closed
  expect(await figure('over_share_total{share="address",address="ipv4"}')).toBe(1)
  expect(await figure('over_share_total{share="client",address="ipv6"}')).toBe(1)
  expect(await figure('over_share_total{share="address",address="ipv6"}')).toBe(1)
  expect(await figure('upgrades_refused_total{reason="address",address="ipv4"}')).toBe(1)
  expect(await metrics.text()).not.toMatch(/192\.0|2001:db8/)
})

test('metrics: counts a failing store; a full mailbox is not a failure', async () => {
  const mailbox = createMemoryMailbox({ limits: { queuedMessages: 1 } })
  const url = await startRelay({ ...mailbox, remove: () => Promise.reject(new Error('away')) })
  const topic = randomBytes(32).toString('hex')
  const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
  await dapp.request('irn_publish', { topic, message: 'one', ttl: 300 })
  await dapp.request('irn_publish', { topic, message: 'two', ttl: 300 })
  expect(await figure('requests_total{method="irn_publish",outcome="MailboxLimitExceeded"}')).toBe(1)
  expect(await figure('store_errors_total')).toBe(0)
  await wallet.request('irn_subscribe', { topic })
  await expect.poll(() => figure('store_errors_total')).toBe(1)
})

test('metrics: contain no label or value of a client', async () => {
  const url = await startRelay()
  const topic = randomBytes(32).toString('hex')
  const [dapp, wallet] = await Promise.all([createTestClient(url), createTestClient(url)])
  await wallet.request('irn_subscribe', { topic })
  await dapp.request('irn_publish', { topic, message: 'canary-message', ttl: 300, tag: 1108 })
  await dapp.request('canary_method', { topic })
  dapp.sendRaw('{"id":1,"jsonrpc":"2.0","method":"canary-method","params":"canary-params"}')
  await dapp.next()
  await wallet.nextDelivery()
  wallet.socket.close(4321, 'canary-reason')
  await wallet.closed
  await expect.poll(() => figure('connections_closed_total{code="other"}')).toBe(1)
  const text = await metrics.text()
  for (const secret of [topic, dapp.clientId, wallet.clientId, 'canary', '127.0.0.1', '="4321"', 'did:key'])
    expect(text).not.toContain(secret)
  // Only the relay's own metrics, without Node's default metrics.
  const ours = text.split('\n').filter((line) => line.startsWith('hawser_relay_'))
  const labels = ours.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, name]) => name))
  expect(new Set(labels)).toEqual(new Set(['code', 'method', 'outcome', 'le']))
})

test('serveMetrics: answers only on its own loopback port, and not on the relay’s', async () => {
  const url = await startRelay()
  const server = await serveMetrics({ metrics, port: 0, host: '127.0.0.1', logger: silentLogger })
  onTestFinished(server.stop)
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  const answer = await fetch(server.url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  expect(text).toContain('hawser_relay_connections 0')
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_open_fds'])
    expect(text).toContain(`\n${name} `)
  expect((await fetch(new URL('/', server.url))).status).toBe(404)
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${url.replace('ws:', 'http:')}/metrics`)).status).toBe(404)
  await expect(
    serveMetrics({ metrics, port: Number(new URL(server.url).port), host: '127.0.0.1', logger: silentLogger }),
  ).rejects.toThrow(/metrics port \d+ is taken/)
})
