import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { nightLimit } from '@hawser/test-kit/night'
import { expect, onTestFinished, test } from 'vitest'
import type { Mailbox } from '../mailboxes/mailbox.ts'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { createPrometheusMetrics } from '../operator/prometheusMetrics.ts'
import { createRelay, type Relay } from './createRelay.ts'
import { createTestClient } from './createTestClient.fixture.ts'

const newTopic = () => randomBytes(32).toString('hex')

async function startRelay(mailbox: Mailbox = createMemoryMailbox()): Promise<{ relay: Relay; url: string }> {
  const relay = createRelay({ mailbox, limits: { stopMs: 500 } })
  onTestFinished(() => relay.stop())
  return { relay, url: (await relay.listen({ port: 0, host: '127.0.0.1' })).url }
}
const statusOf = async (url: string, path: string) => (await fetch(new URL(path, url.replace('ws:', 'http:')))).status

async function isRefused(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => false),
    new Promise<boolean>((resolve) => socket.once('error', () => resolve(true))),
  ])
  socket.destroy()
  return outcome
}

test('drain F-R3: not ready at once, alive and open for the grace, then closes the port', async () => {
  const { relay, url } = await startRelay()
  expect([await statusOf(url, '/readyz'), await statusOf(url, '/healthz')]).toEqual([200, 200])
  const client = await createTestClient(url)
  const done = relay.drain({ graceMs: 300, spreadMs: 300 })
  expect([await statusOf(url, '/readyz'), await statusOf(url, '/healthz')]).toEqual([503, 200])
  // A load balancer that has not checked `/readyz` again still sends clients here.
  const late = await createTestClient(url)
  expect(await late.request('irn_subscribe', { topic: newTopic() })).toMatchObject({ kind: 'result' })
  await expect.poll(() => isRefused(url), { timeout: 20_000 }).toBe(true)
  expect((await client.closed).code).toBe(1012)
  expect((await late.closed).code).toBe(1012)
  await done
})

test('drain F-R3: sends clients away one after the other over the spread', async () => {
  const { relay, url } = await startRelay()
  const clients = await Promise.all(Array.from({ length: 10 }, () => createTestClient(url)))
  const stalls = monitorEventLoopDelay({ resolution: 10 })
  stalls.enable()
  const startedAt = performance.now()
  const times = clients.map(async ({ closed }) => {
    const { code } = await closed
    expect(code).toBe(1012)
    return performance.now() - startedAt
  })
  await relay.drain({ graceMs: 0, spreadMs: 1_000 })
  const sorted = (await Promise.all(times)).sort((first, second) => first - second)
  stalls.disable()
  // A stall of this process also delays the relay, so the limits allow for it.
  const stallMs = stalls.max / 1e6
  expect(sorted[0]).toBeLessThan(nightLimit(400 + stallMs))
  expect(sorted.at(-1)).toBeGreaterThanOrEqual(890)
  const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(nightLimit(500 + stallMs))
})

test('drain F-R3: commits and answers pending calls before the close', async () => {
  const mailbox = createMemoryMailbox()
  let commit = () => {}
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  const taken: string[] = []
  const slow: Mailbox = {
    ...mailbox,
    put: async (publisherId, publishes) => {
      await held
      return mailbox.put(publisherId, publishes)
    },
    remove: (clientId, keys) => {
      taken.push(...keys.map(({ topic }) => topic))
      return mailbox.remove(clientId, keys)
    },
  }
  const { relay, url } = await startRelay(slow)
  const [topic, other] = [newTopic(), newTopic()]
  await mailbox.put('somebody', [
    { topic: other, message: 'waiting', ttlSeconds: 60, tag: 0, prompt: false, attestation: '' },
  ])
  const dapp = await createTestClient(url)
  const wallet = await createTestClient(url, { acks: false })
  await wallet.request('irn_subscribe', { topic: other })
  const delivery = await wallet.nextDelivery()
  const answer = dapp.request('irn_publish', { topic, message: 'sealed', ttl: 300 })
  await dapp.request('irn_subscribe', { topic: newTopic() })
  const done = relay.drain({ graceMs: 0, spreadMs: 0 })
  wallet.acknowledge(delivery)
  expect((await wallet.closed).code).toBe(1012)
  commit()
  expect(await answer).toMatchObject({ kind: 'result', result: true })
  expect((await dapp.closed).code).toBe(1012)
  await done
  expect(taken).toEqual([other])
})

test('drain: stop cuts it short, and answers first', async () => {
  const { relay, url } = await startRelay()
  const client = await createTestClient(url)
  const startedAt = performance.now()
  const draining = relay.drain({ graceMs: 60_000, spreadMs: 60_000 })
  const answer = client.request('irn_publish', { topic: newTopic(), message: 'sealed', ttl: 300 })
  await client.request('irn_subscribe', { topic: newTopic() })
  await relay.stop()
  await draining
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(2_000))
  expect(await answer).toMatchObject({ result: true })
  expect((await client.closed).code).toBe(1001)
})

test('drain: a hanging store delays a client no longer than the patience of a stop', async () => {
  const mailbox = createMemoryMailbox()
  let release = () => {}
  const hung = new Promise<void>((resolve) => {
    release = resolve
  })
  const { relay, url } = await startRelay({ ...mailbox, put: () => hung.then(() => []) })
  const client = await createTestClient(url)
  const answer = client.request('irn_publish', { topic: newTopic(), message: 'sealed', ttl: 300 })
  await client.request('irn_subscribe', { topic: newTopic() })
  const done = relay.drain({ graceMs: 0, spreadMs: 0 })
  await expect(answer).rejects.toThrow('closed with 1006')
  release()
  await done
})

test('metrics of a draining relay count its closes as 1012', async () => {
  const metrics = createPrometheusMetrics()
  const relay = createRelay({ metrics })
  const { url } = await relay.listen({ port: 0, host: '127.0.0.1' })
  await createTestClient(url)
  await relay.drain({ graceMs: 0, spreadMs: 0 })
  expect(await metrics.text()).toContain('hawser_relay_connections_closed_total{code="1012"} 1')
})
