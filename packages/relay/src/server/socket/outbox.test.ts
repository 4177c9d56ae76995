import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { defaultRelayLimits } from '../../limits/limits.ts'
import { formatTextFrame } from './formatTextFrame.ts'
import { createOutbox, isFull, type Outbox, send, unreadLength } from './outbox.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** One client on a socket, and the outbox at the other end. */
async function createStage(bufferedLength = defaultRelayLimits.bufferedLength) {
  const server = createServer()
  servers.push(server)
  const webSockets = new WebSocketServer({ noServer: true })
  const opened = new Promise<{ socket: WebSocket; stream: Duplex }>((resolve) => {
    server.on('upgrade', (request, stream, head) =>
      webSockets.handleUpgrade(request, stream, head, (socket) => resolve({ socket, stream })),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const client = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  const received: string[] = []
  for (const event of ['message', 'ping'] as const) client.on(event, (bytes: Buffer) => received.push(bytes.toString()))
  const { socket, stream } = await opened
  const turns: boolean[] = []
  const outbox: Outbox = createOutbox({
    ...{ socket, stream, limits: { ...defaultRelayLimits, bufferedLength } },
    onTurn: () => turns.push(isFull(outbox)),
    onGivenUp: () => {},
  })
  const closed = once(client, 'close')
  const end = async () => {
    socket.close(1000, 'end')
    await closed
  }
  return { outbox, socket, stream, client, received, turns, end }
}

test('outbox: frames of every length arrive unchanged, in their order among the frames of ws', async () => {
  const { outbox, socket, received, end } = await createStage()
  const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 300_000].map(
    (length) => 'é'.repeat(length >> 1) + 'x'.repeat(length & 1),
  )
  for (const text of texts) {
    send(outbox, text)
    socket.ping(`after ${Buffer.byteLength(text)}`)
  }
  await end()
  expect(received).toEqual(texts.flatMap((text) => [text, `after ${Buffer.byteLength(text)}`]))
})

test('outbox: sends all frames of a moment in one write, and the next moment’s in another', async () => {
  const { outbox, stream, received, end } = await createStage()
  let writes = 0
  const { uncork } = stream
  stream.uncork = () => {
    if (stream.writableCorked === 1 && stream.writableLength > 0) writes += 1
    uncork.call(stream)
  }
  for (const text of ['1', '2', '3']) send(outbox, text)
  await new Promise(setImmediate)
  expect(writes).toBe(1)
  send(outbox, '4')
  await new Promise(setImmediate)
  expect(writes).toBe(2)
  await end()
  expect(received).toEqual(['1', '2', '3', '4'])
})

test('outbox: holds back beyond its bound until it has drained, and reports both', async () => {
  const { outbox, received, turns, end } = await createStage(1_000)
  send(outbox, 'x'.repeat(900))
  expect(isFull(outbox)).toBe(false)
  send(outbox, 'y'.repeat(900))
  expect(isFull(outbox)).toBe(true)
  await end()
  expect(turns).toEqual([true, false])
  expect(isFull(outbox)).toBe(false)
  expect(received.map(({ length }) => length)).toEqual([900, 900])
})

test('outbox: writes nothing after the close frame', async () => {
  const { outbox, socket, received, client } = await createStage()
  send(outbox, 'before')
  socket.close(1000, 'end')
  const length = unreadLength(outbox)
  send(outbox, 'after')
  expect(unreadLength(outbox)).toBe(length)
  await once(client, 'close')
  expect(received).toEqual(['before'])
})

test.each([
  [125, 2],
  [126, 4],
  [65_535, 4],
  [65_536, 10],
])('a text frame of %d bytes has the shortest possible head', (length, head) => {
  expect(formatTextFrame('x'.repeat(length))).toHaveLength(head + length)
})
