import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { isNight, nightLimit, volume } from '@hawser/test-kit/night'
import { chooseSeed, createRandom, type Random } from '@hawser/test-kit/random'
import { afterEach, expect, test } from 'vitest'
import { createTestClient, createTestIdentity, createTestToken } from '../createTestClient.fixture.ts'
import { percentile, type RelayProcess, startRelayProcess, watchHealth } from '../relayProcess.fixture.ts'
import { writeBadFrames, writeBadRequest } from './fuzzFrames.fixture.ts'
import { upgradeRequest } from './rawSocket.fixture.ts'

const frameCount = volume(5_000_000, 8_000)
const framesPerConnection = 50
// The share of connections that send a bad request instead of an upgrade.
const earlyShare = 0.5
const parallel = 4

let relay: RelayProcess
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  await relay.stop()
})

/**
 * Starts a server that does nothing, in this process, which is as busy as the relay's. Its answer time is the delay that the
 * machine adds to both.
 */
async function listenIdly(): Promise<number> {
  const server = createServer((_request, response) => response.end())
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * Connects, writes, and ends or (if `isRude`) resets the connection. Connections come from many local addresses, because one
 * address does not have enough ports. Resolves to how the connection ended; `refused` means that it never opened.
 */
function attack(
  port: number,
  bytes: readonly Buffer[],
  random: Random,
  isRude: boolean,
): Promise<'ended' | 'unended' | 'refused'> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${1 + random.integer(200)}` })
    let isConnected = false
    let isClosedByRelay = false
    socket.on('error', () => {})
    socket.on('data', () => {})
    socket.once('end', () => {
      isClosedByRelay = true
    })
    socket.once('connect', () => {
      isConnected = true
      for (const piece of bytes) socket.write(piece)
      if (isRude) setImmediate(() => socket.resetAndDestroy())
      else socket.end()
    })
    const impatience = setTimeout(() => socket.resetAndDestroy(), 10_000)
    socket.once('close', () => {
      clearTimeout(impatience)
      if (!isConnected) resolve('refused')
      else resolve(isRude || isClosedByRelay || socket.errored !== null ? 'ended' : 'unended')
    })
  })
}

test(
  `Z-1: ${frameCount} malformed frames before and after the upgrade: no crash, steady memory`,
  async () => {
    const seed = chooseSeed('Z-1')
    const random = createRandom(seed)
    relay = await startRelayProcess({ limits: { refusalDelayMs: 20 } })
    const upgrades = Array.from({ length: 256 }, () =>
      Buffer.from(upgradeRequest(`?auth=${createTestToken(createTestIdentity())}`)),
    )
    let sent = 0
    let connections = 0
    const outcomes = { ended: 0, unended: 0, refused: 0 }
    const work = async (target: number) => {
      while (sent < target) {
        const isEarly = random.chance(earlyShare)
        const count = isEarly ? 1 : framesPerConnection
        // A client that resets can be gone before the relay has read anything.
        const isRude = random.chance(0.2)
        if (!isRude) sent += count
        connections += 1
        const upgrade = upgrades[connections % upgrades.length] ?? Buffer.alloc(0)
        const bytes = isEarly ? [writeBadRequest(random)] : [upgrade, writeBadFrames(random, count)]
        outcomes[await attack(relay.port, bytes, random, isRude)] += 1
      }
    }
    const workAll = (target: number) => Promise.all(Array.from({ length: parallel }, () => work(target)))

    const startedAt = performance.now()
    // The first tenth compiles the code and fills the pools.
    await workAll(frameCount / 10)
    const before = await relay.memory()
    relay.forgetPeak()
    const watches = [relay.port, await listenIdly()].map(watchHealth)
    await workAll(frameCount)
    const [took = [], bare = []] = await Promise.all(watches.map((watch) => watch.stop()))
    const [peak, after] = [relay.peak(), await relay.memory()]

    const [growth, most] = [after, peak].map((bytes) => (bytes - before) / 2 ** 20)
    console.log(
      `Z-1: ${sent} frames on ${connections} connections in ${((performance.now() - startedAt) / 1000).toFixed(1)} s; ` +
        `RSS ${growth?.toFixed(1)} MiB more, ${most?.toFixed(1)} at most; health p50 ${percentile(took, 0.5).toFixed(1)} ms, p95 ${percentile(took, 0.95).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms, ` +
        `max ${Math.max(...took).toFixed(1)} ms of ${took.length}; of the test itself p95 ${percentile(bare, 0.95).toFixed(1)} ms, max ${Math.max(...bare).toFixed(1)} ms`,
    )
    expect(relay.complaints()).toBe('')
    expect(outcomes).toEqual({ ended: connections, unended: 0, refused: 0 })
    expect(growth).toBeLessThan(nightLimit(50))
    expect(most).toBeLessThan(50)
    // The limits add the machine's own delay, because other tests run at the same time.
    for (const part of [0.95, 0.99])
      expect(percentile(took, part)).toBeLessThan(nightLimit(100 + percentile(bare, part)))
    expect(Math.max(...took)).toBeLessThan(nightLimit(1_000 + Math.max(...bare)))
    const client = await createTestClient(relay.url)
    expect(await client.request('irn_subscribe', { topic: 'ab'.repeat(32) })).toMatchObject({ kind: 'result' })
    await client.close()
  },
  isNight ? 3_600_000 : 120_000,
)
