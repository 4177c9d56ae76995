import { formatIrnRequest } from '@hawser/wire'
import { expect, onTestFinished, test } from 'vitest'
import { createDappClient } from '../client/createDappClient.ts'
import { createTestRelay, type TestRelay } from './createTestRelay.ts'

const metadata = { name: 'App', description: '', url: 'https://app.example', icons: [] }

/** Returns an address as a client requests it, which identifies the client. */
async function addressOf(relay: TestRelay): Promise<string> {
  const dapp = createDappClient({ relayUrl: 'ws://relay.test', metadata, createWebSocket: relay.createWebSocket })
  onTestFinished(() => dapp.stop())
  await (await dapp.propose({})).published
  return relay.upgrades()[0] ?? ''
}

/** Collects the events of a socket, in order. */
function listen(socket: WebSocket) {
  const told: unknown[] = []
  socket.addEventListener('open', () => told.push('open'))
  socket.addEventListener('message', ({ data }) => told.push(data))
  socket.addEventListener('close', ({ code }) => told.push(code))
  return told
}

test('a socket of the test relay works as a browser’s: states, listeners, close event', async () => {
  const relay = createTestRelay()
  const url = await addressOf(relay)
  const socket = relay.createWebSocket(url)
  const told = listen(socket)
  expect([socket.url, socket.readyState]).toEqual([url, socket.CONNECTING])
  await expect.poll(() => told).toEqual(['open'])
  expect(socket.readyState).toBe(socket.OPEN)
  socket.send(formatIrnRequest('"1"', 'irn_subscribe', { topic: 'ab'.repeat(32) }))
  await expect.poll(() => told).toEqual(['open', '{"id":"1","jsonrpc":"2.0","result":true}'])
  const before = relay.connections()
  socket.close()
  await expect.poll(() => told.at(-1)).toBe(1005)
  expect([socket.readyState, relay.connections()]).toEqual([socket.CLOSED, before - 1])
  // A text sent on a closed socket has no effect.
  socket.send('{')
})

test('a socket of the test relay that closes before it opens never opens', async () => {
  const relay = createTestRelay()
  const socket = relay.createWebSocket(await addressOf(relay))
  const told = listen(socket)
  const before = relay.connections()
  socket.close()
  await expect.poll(() => told).toEqual([1005])
  expect(relay.connections()).toBe(before)
})

test('a cut of the test relay looks like one of a network', async () => {
  const relay = createTestRelay()
  const socket = relay.createWebSocket(await addressOf(relay))
  const told = listen(socket)
  await expect.poll(() => told).toEqual(['open'])
  relay.cut()
  expect([told, relay.connections()]).toEqual([['open', 1006], 0])
})
