import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { createRelay } from './createRelay.ts'
import { createTestClient, createTestIdentity, createTestToken } from './createTestClient.fixture.ts'
import { watchStore } from './storeWatch.ts'

test('a store is away once it has not answered for the patience, and back when it answers', async () => {
  let isThere = true
  let calls = 0
  const startedAt = performance.now()
  const watch = watchStore({ isReady: async () => isThere, patienceMs: 60, onAway: () => (calls += 1), askMs: 5 })
  onTestFinished(() => watch.stop())
  isThere = false
  await expect.poll(() => watch.isAway(), { interval: 1 }).toBe(true)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(60)
  isThere = true
  await expect.poll(() => watch.isAway(), { interval: 1 }).toBe(false)
  const callsThen = calls
  isThere = false
  watch.stop()
  expect(callsThen).toBeGreaterThan(0)
})

async function startRelay(storePatienceMs: number | undefined) {
  const store = { isThere: true }
  const memory = createMemoryMailbox()
  const check = () => (store.isThere ? Promise.resolve() : Promise.reject(new Error('The store is away.')))
  const relay = createRelay({ mailbox: { ...memory, check }, storePatienceMs, limits: { refusalDelayMs: 10 } })
  onTestFinished(() => relay.stop())
  const { url } = await relay.listen({ port: 0, host: '127.0.0.1' })
  return { store, url }
}
const statusOfUpgrade = (url: string) =>
  new Promise<number | undefined>((resolve) => {
    const socket = new WebSocket(`${url}/?auth=${createTestToken(createTestIdentity())}`)
    socket.on('error', () => {})
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
    socket.once('open', () => {
      socket.close()
      resolve(101)
    })
  })

test('F-R8: a relay without its store sends clients to others with 1013, until it is back', async () => {
  const { store, url } = await startRelay(500)
  const client = await createTestClient(url)
  store.isThere = false
  expect((await client.closed).code).toBe(1013)
  expect(await statusOfUpgrade(url)).toBe(503)
  store.isThere = true
  await expect.poll(() => statusOfUpgrade(url), { timeout: 20_000 }).toBe(101)
})

test('F-R6 F-R8: a store that is only partly away keeps the clients', async () => {
  const memory = createMemoryMailbox()
  const fail = () => Promise.reject(new Error('Not fit.'))
  let reach: () => Promise<void> = async () => {}
  const mailbox = { ...memory, check: fail, reach: () => reach() }
  const relay = createRelay({ mailbox, storePatienceMs: 500, limits: { refusalDelayMs: 10 } })
  onTestFinished(() => relay.stop())
  const { url } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const client = await createTestClient(url)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect((await fetch(`${url.replace('ws', 'http')}/readyz`)).status).toBe(503)
  expect(await statusOfUpgrade(url)).toBe(101)
  expect(client.socket.readyState).toBe(WebSocket.OPEN)
  reach = fail
  expect((await client.closed).code).toBe(1013)
})

test('F-R8: a relay alone keeps its clients: they have nowhere to go', async () => {
  const { store, url } = await startRelay(undefined)
  const client = await createTestClient(url)
  store.isThere = false
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(await statusOfUpgrade(url)).toBe(101)
  expect(client.socket.readyState).toBe(WebSocket.OPEN)
})
