import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestClient, createTestIdentity, createTestToken } from './createTestClient.conformance.ts'
import { writeBadFrames, writeBadRequest } from './fuzzFrames.conformance.ts'
import { chooseSeed, createRandom, type Random } from './random.conformance.ts'
import { upgradeRequest } from './rawSocket.conformance.ts'
import { percentile, type RelayProcess, startRelayProcess, watchHealth } from './relayProcess.conformance.ts'

const isNightly = process.env.HAWSER_NIGHTLY === '1'
const frameCount = isNightly ? 5_000_000 : 200_000
const framesPerConnection = 50
// One in so many connections never gets as far as an upgrade.
const earlyShare = 0.5
const parallel = 4

let relay: RelayProcess
afterEach(() => relay.stop())

/** Writes, waits for the relay to have enough or for its patience to be tried, and is gone. */
function attack(port: number, bytes: readonly Buffer[], random: Random): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const isRude = random.chance(0.2)
    let isClosedByRelay = false
    socket.on('error', () => {})
    socket.on('data', () => {})
    socket.once('end', () => {
      isClosedByRelay = true
    })
    socket.once('connect', () => {
      for (const piece of bytes) socket.write(piece)
      if (isRude) setImmediate(() => socket.resetAndDestroy())
      else socket.end()
    })
    const impatience = setTimeout(() => socket.resetAndDestroy(), 10_000)
    socket.once('close', () => {
      clearTimeout(impatience)
      resolve(isRude || isClosedByRelay || socket.errored !== null)
    })
  })
}

test(
  `Z-1: ${frameCount} malformed frames before and after the upgrade: no crash, steady memory, health answers throughout`,
  async () => {
    const seed = chooseSeed('Z-1')
    const random = createRandom(seed)
    relay = await startRelayProcess({ limits: { refusalDelayMs: 20 } })
    const upgrades = Array.from({ length: 256 }, () =>
      Buffer.from(upgradeRequest(`?auth=${createTestToken(createTestIdentity())}`)),
    )
    let sent = 0
    let connections = 0
    let unended = 0
    const work = async (target: number) => {
      while (sent < target) {
        const isEarly = random.chance(earlyShare)
        const count = isEarly ? 1 : framesPerConnection
        sent += count
        connections += 1
        const upgrade = upgrades[connections % upgrades.length] ?? Buffer.alloc(0)
        const bytes = isEarly ? [writeBadRequest(random)] : [upgrade, writeBadFrames(random, count)]
        if (!(await attack(relay.port, bytes, random))) unended += 1
      }
    }
    const workAll = (target: number) => Promise.all(Array.from({ length: parallel }, () => work(target)))

    const startedAt = performance.now()
    // Code is compiled and pools are filled by the first tenth.
    await workAll(frameCount / 10)
    const before = await relay.memory()
    const health = watchHealth(relay.port)
    await workAll(frameCount)
    const took = await health.stop()
    const after = await relay.memory()

    const growth = (after - before) / 2 ** 20
    console.log(
      `Z-1: ${sent} frames on ${connections} connections in ${((performance.now() - startedAt) / 1000).toFixed(1)} s; ` +
        `RSS ${growth.toFixed(1)} MiB more; health p50 ${percentile(took, 0.5).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms, ` +
        `max ${Math.max(...took).toFixed(1)} ms of ${took.length}`,
    )
    expect(relay.complaints()).toBe('')
    expect(unended).toBe(0)
    expect(growth).toBeLessThan(50)
    expect(percentile(took, 0.99)).toBeLessThan(100)
    const client = await createTestClient(relay.url)
    expect(await client.request('irn_subscribe', { topic: 'ab'.repeat(32) })).toMatchObject({ kind: 'result' })
    await client.close()
  },
  isNightly ? 1_200_000 : 120_000,
)
