import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createConnectionLimiter } from './connectionLimiter.ts'

/** Starts a server that greets each connection that may stay. `call` connects from several addresses of this machine. */
async function start(connections: number, connectionsPerAddress: number) {
  const sockets: Socket[] = []
  const mayStay = createConnectionLimiter({
    limits: { connectionsPerAddress },
    connections,
    addressOf: ({ remoteAddress }) => (remoteAddress === '127.0.0.1' ? undefined : remoteAddress),
  })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (mayStay(socket)) socket.write('hello')
    else socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  /** Resolves to the socket, or undefined if the server refused it. */
  const call = async (localAddress: string): Promise<Socket | undefined> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.push(socket)
    socket.on('error', () => {})
    return new Promise((resolve) => {
      socket.once('data', () => resolve(socket))
      socket.once('close', () => resolve(undefined))
    })
  }
  const countOf = async (address: string, calls: number) => {
    let served = 0
    for (let index = 0; index < calls; index += 1) if ((await call(address)) !== undefined) served += 1
    return served
  }
  return { call, countOf }
}

test('T-88: an address has twice as many connections as sockets, and a new one for each closed', async () => {
  const { call, countOf } = await start(1_000, 3)
  const first = await call('127.0.0.2')
  expect(await countOf('127.0.0.2', 9)).toBe(5)
  expect(await countOf('127.0.0.3', 1)).toBe(1)
  expect(await countOf('127.0.0.1', 20)).toBe(20)
  first?.destroy()
  await expect.poll(() => countOf('127.0.0.2', 1)).toBe(1)
  expect(await countOf('127.0.0.2', 1)).toBe(0)
})

test('T-88: addresses without a connection get the last free ones', async () => {
  const { countOf } = await start(40, 100)
  expect(await countOf('127.0.0.2', 40)).toBe(24)
  for (const address of ['127.0.0.3', '127.0.0.4']) expect(await countOf(address, 5)).toBe(1)
  expect(await countOf('127.0.0.2', 3)).toBe(0)
})
