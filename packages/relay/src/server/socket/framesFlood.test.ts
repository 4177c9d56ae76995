import { once } from 'node:events'
import { connect } from 'node:net'
import { isNight, nightLimit } from '@hawser/test-kit/night'
import { test as base, describe, expect } from 'vitest'
import { createTestClient, createTestIdentity, createTestToken } from '../createTestClient.fixture.ts'
import type { ChildSettings } from '../relayChild.fixture.ts'
import { percentile, type RelayProcess, startRelayProcess } from '../relayProcess.fixture.ts'
import { opcodes, openRawSocket, type RawSocket, upgradeRequest, writeFrame } from './rawSocket.fixture.ts'

// Each test runs a relay in a separate process: its memory is measured, and it must survive the test.
const test = base.extend<{ start: (settings?: ChildSettings) => Promise<RelayProcess> }>({
  // biome-ignore lint/correctness/noEmptyPattern: the form vitest asks for
  start: async ({}, use) => {
    const started: RelayProcess[] = []
    await use(async (settings) => {
      const relay = await startRelayProcess(settings)
      started.push(relay)
      return relay
    })
    for (const relay of started) expect(relay.complaints()).toBe('')
    await Promise.all(started.map((relay) => relay.stop()))
  },
})

// Memory is measured only at night, which needs this many rounds and sockets.
const [warmUps, rounds, crowd] = isNight ? [60, 20, 1_000] : [1, 1, 100]
const mebibyte = 2 ** 20
const mebibytes = (bytes: number) => (bytes / mebibyte).toFixed(1)
const openSocket = (port: number) =>
  openRawSocket(port, upgradeRequest(`?auth=${createTestToken(createTestIdentity())}`))
const closeCodeOf = async (raw: RawSocket) => (await raw.rest()).at(-1)?.payload.readUInt16BE(0)

/** Runs `size` items at a time, in the order of the list. */
async function inGroups<T, R>(list: readonly T[], size: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < list.length; at += size)
    results.push(...(await Promise.all(list.slice(at, at + size).map(run))))
  return results
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Connects and publishes like any other client. */
async function publishAsUsual(url: string): Promise<number> {
  const startedAt = performance.now()
  const client = await createTestClient(url)
  const topic = 'ab'.repeat(32)
  const answer = await client.request('irn_publish', { topic, message: `${startedAt}`, ttl: 300 })
  const took = performance.now() - startedAt
  expect(answer).toMatchObject({ kind: 'result', result: true })
  client.socket.terminate()
  return took
}

describe.concurrent('floods', () => {
  const limit = 128 * 1024
  const header = (claimed: number | bigint) => writeFrame(opcodes.text, '', { claimed, lengthForm: 64 }).subarray(0, 10)
  const tooLong: readonly (readonly [string, Buffer])[] = [
    ['129 KiB', writeFrame(opcodes.text, Buffer.alloc(129 * 1024, 0x20))],
    ['129 KiB of binary', writeFrame(opcodes.binary, Buffer.alloc(129 * 1024))],
    ['a byte more than the limit', writeFrame(opcodes.text, Buffer.alloc(limit + 1, 0x20))],
    [
      '129 KiB in two fragments',
      Buffer.concat([
        writeFrame(opcodes.text, Buffer.alloc(limit / 2, 0x20), { fin: false }),
        writeFrame(opcodes.continuation, Buffer.alloc(65 * 1024, 0x20)),
      ]),
    ],
    ['a header that claims 129 KiB, and no body', header(129 * 1024)],
    ['a header that claims 2 GiB', header(2n ** 31n)],
    ['a header that claims 2 GiB in a fragment', writeFrame(opcodes.text, '', { claimed: 2n ** 31n, fin: false })],
    ['a header that claims 2^53', header(2n ** 53n)],
    ['a header that claims 2^64', header(2n ** 64n - 1n)],
  ]

  test('T-84: closes frames over the limit, or that claim to be, with 1009', async ({ start }) => {
    const relay = await start({ limits: { frameLength: limit } })
    const round = async () => {
      const codes = await inGroups(tooLong, 3, async ([what, bytes]) => {
        const raw = await openSocket(relay.port)
        raw.write(bytes)
        return `${what}: ${await closeCodeOf(raw)}`
      })
      expect(codes).toEqual(tooLong.map(([what]) => `${what}: 1009`))
    }
    // Repeated until the heap has reached its working size.
    for (let index = 0; index < warmUps; index += 1) await round()
    const growths: number[] = []
    // One reading varies by as much as a garbage collection frees. Memory that a frame leaves behind grows each time.
    for (let before = await relay.memory(); growths.length < 3; ) {
      for (let index = 0; index < rounds; index += 1) await round()
      const after = await relay.memory()
      growths.push(after - before)
      before = after
    }
    const frames = rounds * tooLong.length
    console.log(`T-84: ${frames} frames over the limit, thrice: RSS ${growths.map(mebibytes).join(', ')} MiB more`)
    const [, middle] = growths.toSorted((one, other) => one - other)
    expect(middle).toBeLessThan(nightLimit(5 * mebibyte))

    const raw = await openSocket(relay.port)
    raw.write(writeFrame(opcodes.text, Buffer.alloc(limit, 0x20)))
    expect(String((await raw.next())?.payload)).toContain('Serialization')
    raw.destroy()
    await publishAsUsual(relay.url)
  })

  test(`T-86: ${crowd} connections with 60 fragments each cost little; more than 64 are closed`, async ({ start }) => {
    const relay = await start()
    // The first sockets let Node compile the code and let the heap reach its working size.
    for (const raw of await inGroups(upTo(crowd / 2), 50, () => openSocket(relay.port))) raw.destroy()
    const before = await relay.memory()
    const sockets = await inGroups(upTo(crowd), 50, () => openSocket(relay.port))
    const idle = (await relay.memory()) - before
    const fragment = writeFrame(opcodes.continuation, '*', { fin: false })
    // Each fragment is in its own packet, because that is where small pieces pin large buffers.
    for (let index = 0; index < 60; index += 1) {
      for (const raw of sockets) raw.write(index === 0 ? writeFrame(opcodes.text, '*', { fin: false }) : fragment)
      await new Promise((resolve) => setImmediate(resolve))
    }
    // The answer to a ping shows that everything before it was read.
    for (const raw of sockets) raw.write(writeFrame(opcodes.ping))
    await Promise.all(sockets.map((raw) => raw.next()))
    const held = (await relay.memory()) - before
    console.log(
      `T-86: ${crowd} connections: RSS ${mebibytes(idle)} MiB idle, ${mebibytes(held)} MiB with 60 fragments each`,
    )
    expect(held).toBeLessThan(nightLimit(50 * mebibyte))

    for (const raw of sockets) raw.write(Buffer.concat(upTo(5).map(() => fragment)))
    expect(new Set(await Promise.all(sockets.map(closeCodeOf)))).toEqual(new Set([1008]))
    await publishAsUsual(relay.url)
  })

  test(`T-90: drops ${crowd} clients that send a byte a second, which delay no others`, async ({ start }) => {
    const relay = await start()
    const text = upgradeRequest('?auth=x')
    const startedAt = performance.now()
    const lives: number[] = []
    const slow = await inGroups(upTo(crowd), 100, async (index) => {
      const socket = connect({ port: relay.port, host: '127.0.0.1' })
      socket.on('error', () => {})
      const openedAt = performance.now()
      socket.once('close', () => lives.push(performance.now() - openedAt))
      await once(socket, 'connect')
      socket.resume()
      return { socket, offset: index % 20 }
    })
    let sent = 0
    const drip = setInterval(() => {
      for (const { socket, offset } of slow) if (socket.writable) socket.write(text.charAt(Math.max(0, sent - offset)))
      sent += 1
    }, 1_000)
    const waits: number[] = []
    while (lives.length < slow.length && performance.now() - startedAt < nightLimit(25_000)) {
      waits.push(await publishAsUsual(relay.url))
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    clearInterval(drip)
    console.log(
      `T-90: dropped after ${(Math.max(...lives) / 1000).toFixed(1)} s at most; others served within ${Math.max(...waits).toFixed(0)} ms, ${waits.length} times`,
    )
    expect(lives).toHaveLength(crowd)
    expect(Math.max(...lives)).toBeLessThan(nightLimit(20_000))
    // On a machine that does other work as well, a client sometimes waits for a processor.
    expect(percentile(waits, 0.9)).toBeLessThan(nightLimit(1_000))
  })

  const extraLines: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['2,000 headers', upTo(2_000).map((index) => `x-${index}: value`), /^HTTP\/1\.1 431 /],
    ['a header of 16 KiB', [`Cookie: ${'x'.repeat(16 * 1024)}`], /^HTTP\/1\.1 431 /],
    ['a path of 16 KiB', [], /^HTTP\/1\.1 431 /],
    ['as many small headers as 8 KiB hold', upTo(1_950).map(() => 'a:'), /^HTTP\/1\.1 101 /],
    [
      'the header that counts after many others',
      [...upTo(1_950).map(() => 'a:'), 'Upgrade: websocket'],
      /^HTTP\/1\.1 \d{3} /,
    ],
    [
      'a long Sec-WebSocket-Protocol',
      [
        `Sec-WebSocket-Protocol: ${upTo(1_300)
          .map((index) => (index % 1_000) + 1_000)
          .join(',')}`,
      ],
      /^HTTP\/1\.1 \d{3} /,
    ],
    ['spaces in Sec-WebSocket-Protocol', [`Sec-WebSocket-Protocol: a${' '.repeat(7_500)}b`], /^HTTP\/1\.1 400 /],
    ['commas in Sec-WebSocket-Protocol', [`Sec-WebSocket-Protocol: a${' ,'.repeat(3_700)}`], /^HTTP\/1\.1 400 /],
    [
      'quotes in Sec-WebSocket-Extensions',
      [`Sec-WebSocket-Extensions: a; b="${'\\"'.repeat(3_700)}`],
      /^HTTP\/1\.1 101 /,
    ],
    [
      'many offers in Sec-WebSocket-Extensions',
      [`Sec-WebSocket-Extensions: ${'permessage-deflate,'.repeat(390)}a`],
      /^HTTP\/1\.1 101 /,
    ],
  ]

  test('T-95: answers endless or malformed headers at once and keeps running', async ({ start }) => {
    const relay = await start()
    for (const [what, lines, expected] of extraLines) {
      const query = `?auth=${createTestToken(createTestIdentity())}`
      const startedAt = performance.now()
      const raw = await openRawSocket(
        relay.port,
        upgradeRequest(what.startsWith('a path') ? `${'x'.repeat(16 * 1024)}${query}` : query, lines),
      )
      const took = performance.now() - startedAt
      expect(`${raw.head.split('\r\n')[0]} `, what).toMatch(expected)
      expect(took, what).toBeLessThan(nightLimit(1_000))
      raw.destroy()
    }
    await publishAsUsual(relay.url)
  })
})
