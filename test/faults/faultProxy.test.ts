import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { isNight } from '@hawser/test-kit/night'
import { createRandom } from '@hawser/test-kit/random'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Fault, type FaultProxy, startFaultProxy } from './faultProxy.ts'

let server: Server
let proxy: FaultProxy | undefined
const near = new Set<Socket>()

// An echo server.
beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of near) socket.destroy()
  near.clear()
  await proxy?.stop()
  server.close()
  await once(server, 'close')
})

async function start(...faults: readonly Fault[]): Promise<FaultProxy> {
  const address = server.address()
  const targetPort = typeof address === 'object' && address !== null ? address.port : 0
  proxy = await startFaultProxy({ targetPort, random: createRandom(1), schedule: () => faults })
  return proxy
}

/**
 * Sends a text and returns the echo. Waits until the echo is complete, the connection ends, or `patienceMs` have passed since
 * the byte `from` arrived.
 */
async function say(text: string, patienceMs = 5_000, from = 0) {
  const socket = connect(proxy?.port ?? 0, '127.0.0.1')
  near.add(socket)
  const startedAt = performance.now()
  const chunks: Buffer[] = []
  let ending = 'complete'
  await new Promise<void>((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const wait = () => {
      if (timer === undefined && Buffer.concat(chunks).length >= from)
        timer = setTimeout(() => finish('open'), patienceMs)
    }
    const finish = (how: string) => {
      clearTimeout(timer)
      ending = how
      resolve()
    }
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (Buffer.concat(chunks).length >= text.length) finish('complete')
      else wait()
    })
    wait()
    // Node sends a FIN before the RST, so a reader in between sees an end instead of an error.
    socket.on('error', () => {})
    socket.on('close', () => finish('closed'))
    socket.write(text)
  })
  return { text: Buffer.concat(chunks).toString('latin1'), chunks, ending, ms: performance.now() - startedAt }
}
const text = 'abcdefghij'.repeat(10)

test('without a fault everything passes', async () => {
  await start()
  expect(await say(text)).toMatchObject({ text, ending: 'complete' })
  expect(proxy?.fired.size).toBe(0)
})

test('latency delays both ways and keeps the order', async () => {
  await start({ kind: 'latency', ms: 100, jitterMs: 50 })
  const { ms, text: back } = await say(text)
  expect(back).toBe(text)
  expect(ms).toBeGreaterThanOrEqual(199)
  expect(proxy?.fired.get('latency')).toBe(1)
})

test('a rate delays the bytes', async () => {
  await start({ kind: 'rate', bytesPerSecond: 1_000 })
  const { ms, text: back } = await say(text)
  expect(back).toBe(text)
  expect(ms).toBeGreaterThanOrEqual(199)
})

test('slices are 1 to 5 bytes long, and lose nothing', async () => {
  // The rate limit keeps the kernel from merging the slices.
  await start({ kind: 'slice' }, { kind: 'rate', bytesPerSecond: 2_000 })
  const { text: back, chunks } = await say(text)
  expect(back).toBe(text)
  // On a busy machine the kernel still merges some slices.
  expect(chunks.length).toBeGreaterThan(isNight ? 15 : 2)
})

test('a reset comes at its byte, counted over both directions', async () => {
  await start({ kind: 'reset', atByte: 110 })
  expect(await say(text)).toMatchObject({ text: text.slice(0, 10), ending: 'closed' })
  expect(proxy?.fired).toEqual(new Map([['reset', 1]]))
})

test('a blackhole keeps the connection open and passes nothing from its byte on', async () => {
  await start({ kind: 'blackhole', atByte: 110 })
  expect(await say(text, 100, 10)).toMatchObject({ text: text.slice(0, 10), ending: 'open' })
})

test('corruption changes one bit of one byte', async () => {
  await start({ kind: 'corruption', atByte: 142 })
  const { text: back } = await say(text)
  const wrong = [...back].flatMap((character, index) => (character === text[index] ? [] : [index]))
  expect(wrong).toEqual([42])
})

test('a refused connection is reset before anything passes', async () => {
  await start({ kind: 'refusal' })
  expect(await say(text)).toMatchObject({ text: '', ending: 'closed' })
})

test('applies faults to open connections, and removes them', async () => {
  const { impose, heal, cut } = await start()
  await say(text)
  impose([{ kind: 'blackhole', atByte: 0 }])
  expect((await say(text, 100)).ending).toBe('open')
  expect(proxy?.planned.get('blackhole')).toBe(2)
  heal()
  expect((await say(text)).text).toBe(text)
  const closed = [...near].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  cut()
  await Promise.all(closed)
})

test('the same seed gives the same faults', () => {
  const numbers = (seed: number) => {
    const random = createRandom(seed)
    return [random.next(), random.between(1, 6), random.pick(['a', 'b', 'c'])]
  }
  expect(numbers(7)).toEqual(numbers(7))
  expect(numbers(7)).not.toEqual(numbers(8))
})
