import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRelay, type Relay } from '../createRelay.ts'
import { createTestClient, createTestIdentity, createTestToken, type TestClient } from '../createTestClient.fixture.ts'
import { type FrameCase, frameCases, topicOf } from './frames.fixture.ts'
import {
  closePayload,
  opcodes,
  openRawSocket,
  type ReceivedFrame,
  upgradeRequest,
  writeChopped,
  writeFrame,
} from './rawSocket.fixture.ts'

let relay: Relay
let port: number
let peer: TestClient

beforeAll(async () => {
  relay = createRelay()
  const address = await relay.listen({ port: 0, host: '127.0.0.1' })
  port = address.port
  peer = await createTestClient(address.url)
})
afterAll(() => relay.stop())

const openSocket = () => openRawSocket(port, upgradeRequest(`?auth=${createTestToken(createTestIdentity())}`))

function describeFrame({ opcode, payload }: ReceivedFrame): string {
  if (opcode === opcodes.pong) return `pong ${payload.toString('hex')}`
  if (opcode === opcodes.close) return `close ${payload.length === 0 ? 'none' : payload.readUInt16BE(0)}`
  if (opcode !== opcodes.text) return `opcode ${opcode}`
  const answer: { id: unknown; result?: unknown; error?: { code: number } } = JSON.parse(payload.toString())
  return answer.error === undefined ? `result ${answer.id}` : `error ${answer.error.code} ${answer.id}`
}

async function play({ send, chop, replies, end }: FrameCase): Promise<string[]> {
  const raw = await openSocket()
  const events: string[] = []
  const take = async () => {
    const frame = await raw.next()
    if (frame !== undefined) events.push(describeFrame(frame))
    return frame !== undefined
  }
  for (const step of send) {
    if (step === 'wait') await take()
    else if (chop === undefined) raw.write(step)
    else await writeChopped(raw.socket, step, chop)
  }
  if (end === 'clean') {
    while (events.length < replies.length && (await take()));
    raw.write(writeFrame(opcodes.close, closePayload(1000)))
  }
  while (await take());
  return events
}

// The ids are those of the list in test/vectors/ws.
const titled = frameCases.map((frameCase) => [frameCase.id, frameCase.what, frameCase.end, frameCase] as const)
test.each(titled)('frames: case %s, %s: %s', async (id, _what, end, frameCase) => {
  const { replies, kept } = frameCase
  expect(await play(frameCase)).toEqual([...replies, end === 'clean' ? 'close 1000' : end])
  if (kept === undefined) return
  await peer.request('irn_subscribe', { topic: topicOf(id) })
  expect((await peer.nextDelivery()).delivery.message).toBe(kept)
})

test('frames: the list has every case', () => {
  const file = new URL('../../../../../test/vectors/ws/autobahn-case-index.tsv', import.meta.url)
  const listed = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => /^case(\S+)/.exec(line)?.[1] ?? [])
  expect(listed).toHaveLength(95)
  expect(listed.filter((id) => !frameCases.some((frameCase) => frameCase.id === id))).toEqual([])
})

test('frames: T-85 does not negotiate offered compression', async () => {
  for (const offer of [
    'permessage-deflate; client_max_window_bits',
    'permessage-deflate, x-webkit-deflate-frame',
    'permessage-deflate; server_max_window_bits=0; a="',
  ]) {
    const query = `?auth=${createTestToken(createTestIdentity())}`
    const raw = await openRawSocket(port, upgradeRequest(query, [`Sec-WebSocket-Extensions: ${offer}`]))
    expect(raw.head).toMatch(/^HTTP\/1\.1 101 /)
    expect(raw.head).not.toMatch(/extensions/i)
    // A compressed frame is refused anyway, by its first reserved bit.
    raw.write(writeFrame(opcodes.text, Buffer.from('f248cdc9c90700', 'hex'), { rsv: 4 }))
    expect((await raw.rest()).map(describeFrame)).toEqual(['close 1002'])
  }
})
