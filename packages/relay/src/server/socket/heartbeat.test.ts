import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createRelay, type Relay, type RelayOptions } from '../createRelay.ts'
import { createTestIdentity, createTestToken } from '../createTestClient.fixture.ts'
import { opcodes, openRawSocket, upgradeRequest, writeFrame } from './rawSocket.fixture.ts'

let relay: Relay | undefined
afterEach(() => relay?.stop())

async function openClient(options: RelayOptions) {
  relay = createRelay(options)
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  return openRawSocket(port, upgradeRequest(`?auth=${createTestToken(createTestIdentity())}`))
}
const fetchOf = (padding: number) =>
  JSON.stringify({
    ...{ id: 1, jsonrpc: '2.0', method: 'irn_fetchMessages' },
    params: { topic: 'a'.repeat(64), padding: ' '.repeat(padding) },
  })

test('heartbeat: serves one large frame over a slow line, although no ping is answered', async () => {
  // A long interval, because a busy machine can pause longer than the gaps between the pieces.
  const client = await openClient({ pingIntervalMs: 600 })
  const frame = writeFrame(opcodes.text, fetchOf(20_000))
  const pieces = 20
  for (let piece = 0; piece < pieces; piece += 1) {
    client.write(frame.subarray((piece * frame.length) / pieces, ((piece + 1) * frame.length) / pieces))
    await pause(100)
  }
  const frames = []
  for (let next = await client.next(); next !== undefined; next = await client.next()) {
    frames.push(next.opcode)
    if (next.opcode === opcodes.text) break
  }
  expect(frames).toContain(opcodes.ping)
  expect(frames.at(-1)).toBe(opcodes.text)
  client.destroy()
})

test('T-86 heartbeat: closes an endless message in fragments, although pongs come', async () => {
  const client = await openClient({ pingIntervalMs: 20, limits: { messageMs: 500 } })
  client.write(writeFrame(opcodes.text, 'x'.repeat(8_000), { fin: false }))
  let pings = 0
  for (let next = await client.next(); next !== undefined; next = await client.next()) {
    if (next.opcode === opcodes.close) {
      expect(next.payload.readUInt16BE()).toBe(1008)
      expect(pings).toBeGreaterThan(0)
      return
    }
    pings += 1
    client.write(writeFrame(opcodes.pong, next.payload))
  }
  expect.unreachable('the relay said nothing')
})

test('heartbeat: a client that only answers pings stays connected', async () => {
  // A busy machine can pause this process for longer than a shorter interval.
  const client = await openClient({ pingIntervalMs: 400, limits: { messageMs: 1_000 } })
  for (let pings = 0; pings < 8; pings += 1) {
    const next = await client.next()
    expect(next?.opcode).toBe(opcodes.ping)
    // 4,096 bytes of pongs would count as an unfinished message.
    for (let pongs = 0; pongs < 20; pongs += 1) client.write(writeFrame(opcodes.pong, 'x'.repeat(100)))
  }
  client.write(writeFrame(opcodes.text, fetchOf(0)))
  for (let next = await client.next(); next?.opcode !== opcodes.text; next = await client.next())
    expect(next?.opcode).toBe(opcodes.ping)
  client.destroy()
})

test('T-86 heartbeat: does not store a frame of single bytes piece by piece', async () => {
  const client = await openClient({})
  const frame = writeFrame(opcodes.text, fetchOf(20_000))
  for (const byte of frame) {
    if (!client.socket.writable) break
    client.write(Uint8Array.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const [closed] = (await client.rest()).filter(({ opcode }) => opcode === opcodes.close)
  expect(closed?.payload.readUInt16BE()).toBe(1008)
})
