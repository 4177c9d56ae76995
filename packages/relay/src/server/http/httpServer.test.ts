import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createMemoryMailbox } from '../../mailboxes/memory.ts'
import { createRelay, type Relay, type RelayOptions } from '../createRelay.ts'
import { createTestIdentity, createTestToken } from '../createTestClient.fixture.ts'

const relays: Relay[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(relays.splice(0).map((relay) => relay.stop()))
})

async function startRelay(options: RelayOptions = {}, host = '127.0.0.1'): Promise<number> {
  const relay = createRelay(options)
  relays.push(relay)
  return (await relay.listen({ port: 0, host })).port
}

async function open(port: number, from: { host?: string; localAddress?: string } = {}): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', ...from })
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything that arrives until the end of the connection. */
async function rest(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  if (!socket.closed) await once(socket, 'close')
  return text
}

const token = createTestToken(createTestIdentity())
const fetchCall = `{"id":1,"jsonrpc":"2.0","method":"irn_fetchMessages","params":{"topic":"${'ab'.repeat(32)}"}}`
function rpcCall(headers = ''): string {
  const head = `Host: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n${headers}`
  return `POST /rpc HTTP/1.1\r\n${head}Content-Length: ${fetchCall.length}\r\n\r\n${fetchCall}`
}
const healthCall = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

/** Longer than TCP buffers alone can take. */
const longLength = 24 * 1024 * 1024
const longMessage = {
  topic: 'ab'.repeat(32),
  sequence: 1,
  publisherId: 'p',
  message: 'x'.repeat(longLength),
  tag: 1,
  attestation: '',
  publishedAt: 1,
  expiresAt: 2,
}
/** A store with pages of that length. */
const longMailbox = () => ({
  ...createMemoryMailbox(),
  pending: async () => ({ messages: [longMessage], hasMore: false }),
})
/** Sends a fetch, and waits only until the answer has begun. */
async function ask(port: number): Promise<Socket> {
  const socket = await open(port)
  socket.write(rpcCall('Connection: close\r\n'))
  await once(socket, 'readable')
  return socket
}

test('HTTP T-83: gives up an answer that is not read in time', async () => {
  const answerMs = 100
  const deaf = await ask(await startRelay({ mailbox: longMailbox(), limits: { answerMs } }))
  // A timer in this process that is set after the relay's, and is longer, fires after it, however busy the machine is.
  await pause(2 * answerMs)
  expect((await rest(deaf)).length).toBeLessThan(longLength)
})

test('HTTP T-83: finishes an answer that is read slowly but in time', async () => {
  const slow = await ask(await startRelay({ mailbox: longMailbox(), limits: { answerMs: 60_000 } }))
  let read = 0
  for (let part = 0; part < 5; part += 1) {
    read += slow.read()?.length ?? 0
    await once(slow, 'readable')
  }
  expect(read + (await rest(slow)).length).toBeGreaterThan(longLength)
})

test('HTTP T-83: keeps only a bounded amount of unread answers', async () => {
  const port = await startRelay({ mailbox: longMailbox(), limits: { answersLength: 2.5 * longLength } })
  const [first, second, third] = [await ask(port), await ask(port), await ask(port)]
  expect((await rest(first)).length).toBeLessThan(longLength)
  for (const socket of [second, third]) expect((await rest(socket)).length).toBeGreaterThan(longLength)
})

test('HTTP T-83: cuts off a client that asks again before the answer, and keeps nothing of it', async () => {
  let asked = 0
  const pending = async () => {
    asked += 1
    return { messages: [longMessage], hasMore: false }
  }
  const port = await startRelay({ mailbox: { ...createMemoryMailbox(), pending } })
  const socket = await open(port)
  socket.write(rpcCall().repeat(6))
  expect((await rest(socket)).length).toBeLessThan(longLength)
  expect(asked).toBeLessThan(2)
  for (const protocol of ['websocket', 'h2c']) {
    const other = await open(port)
    other.write(`${rpcCall()}GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`)
    expect(await rest(other)).toBe('')
  }
})

test('HTTP: consecutive calls share a connection', async () => {
  const port = await startRelay()
  const socket = await open(port)
  for (const _ of [1, 2, 3]) {
    socket.write(rpcCall())
    const answer = String((await once(socket, 'data'))[0])
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toMatch(/\r\nconnection: keep-alive\r\n/i)
  }
  for (const path of ['/', '/healthz', '/readyz', '/public-key', '/elsewhere']) {
    const other = await open(port)
    other.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n`)
    expect(await rest(other)).toMatch(/\r\nconnection: close\r\n/i)
  }
})

test('HTTP: answers a call that offers another protocol as an ordinary one, body included', async () => {
  const port = await startRelay()
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
  const socket = await open(port)
  const call = rpcCall(offer)
  // The end of the body comes later.
  socket.write(call.slice(0, -10))
  await pause(50)
  socket.write(call.slice(-10))
  const answer = await rest(socket)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer).toContain('"hasMore":false')
  expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1)
})

/** A non-loopback address of this machine. Traffic to it stays on this machine. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.internal === false && each.family === 'IPv4')?.address

async function countServed(port: number, host: string, calls: number): Promise<number> {
  const all = await Promise.all(Array.from({ length: calls }, () => open(port, { host }).catch(() => undefined)))
  for (const socket of all) socket?.write(rpcCall())
  const answered = all.map(
    (socket) =>
      new Promise<boolean>((resolve) => {
        if (socket === undefined || socket.closed) return resolve(false)
        socket.once('data', () => resolve(true))
        socket.once('close', () => resolve(false))
      }),
  )
  return (await Promise.all(answered)).filter(Boolean).length
}

test('T-88: one address does not get all TCP connections, with calls over HTTP included', async () => {
  const limits = { connections: 20, refusedConnections: 5, handshakes: 5, connectionsPerAddress: 4 }
  const port = await startRelay({ limits }, '0.0.0.0')
  if (outside !== undefined) expect(await countServed(port, outside, 12)).toBe(8)
  expect(await countServed(port, '127.0.0.1', 12)).toBe(12)
  const visitor = await open(port)
  visitor.write(healthCall)
  expect(await rest(visitor)).toMatch(/^HTTP\/1.1 200 /)
})

test('T-88: behind a trusted proxy does not count connections by address', async () => {
  const limits = { connectionsPerAddress: 4 }
  const port = await startRelay({ limits, trustedProxies: 1 }, '0.0.0.0')
  expect(await countServed(port, outside ?? '127.0.0.1', 12)).toBe(12)
})
