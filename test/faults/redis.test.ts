import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { startRedis } from '@hawser/test-kit/startRedis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from './faultProxy.ts'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { type Load, startLoad, steadyPerSecond } from './load.ts'
import { createLoadClient, type LoadClient } from './loadClient.ts'
import { percentile } from './percentile.ts'
import { type RelayNodes, startRelayNodes, unlimitedRates } from './relayNodes.ts'
import { startRelayProcess, stopRelayProcesses } from './relayProcess.ts'
import { pause, until } from './wait.ts'
import { startHealthWatch } from './watchHealth.ts'

// Redis dies, hangs, is slow, is full, is read-only, or is unreachable for one node.
const kills = isNight ? 10 : 2
const planned: Readonly<Record<string, number>> = { 'F-R5': kills, 'F-R6': 5, 'F-R7': 2, 'F-R8': 1 }
let run: FaultRun
let nodes: RelayNodes | undefined
let load: Load | undefined
const proxies: FaultProxy[] = []
const clients: LoadClient[] = []

beforeEach(({ task }) => {
  const id = /F-R\d+/.exec(task.name)?.[0] ?? ''
  run = startFaultRun(task.name.includes('every second') ? `${id} everysec` : id, planned[id] ?? 0)
})
afterEach(async () => {
  await load?.stop()
  await Promise.all(clients.splice(0).map((client) => client.stop()))
  await nodes?.stop()
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
  load = undefined
  nodes = undefined
  await stopRelayProcesses()
  run.stop()
})

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
  await response.arrayBuffer()
  return response.status
}

/** Publishes once without a retry. Returns the answer while the store is away, and the time it took. */
async function probe(client: LoadClient) {
  const startedAt = performance.now()
  const params = { topic: randomBytes(32).toString('hex'), message: 'probe', ttl: 60 }
  const answer = await client.request('irn_publish', params)
  return { answer, ms: performance.now() - startedAt }
}

async function killRedis(appendfsync: 'always' | 'everysec') {
  nodes = await startRelayNodes({ folder: run.folder, redis: { appendfsync } })
  const { urls, redis, nodes: relays } = nodes
  load = await startLoad({ urls, ledger: run.ledger, messagesPerSecond: steadyPerSecond, topicCount: 100 })
  const probers = urls.map((url) => createLoadClient({ urls: [url] }))
  clients.push(...probers)
  await until('the probes are connected', () => probers.every((prober) => prober.isConnected()))
  const refusedMs: number[] = []
  const unreadyMs: number[] = []
  const backMs: number[] = []
  const killedAts: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(isNight ? 3_000 : 1_500)
    const killedAt = performance.now()
    await redis.kill()
    killedAts.push(killedAt)
    run.strike('Redis killed')
    const unready = relays.map(async ({ httpUrl }) => {
      await until('/readyz says no', async () => (await statusOf(`${httpUrl}/readyz`)) === 503, 5_000)
      unreadyMs.push(performance.now() - killedAt)
      expect(await statusOf(`${httpUrl}/healthz`)).toBe(200)
    })
    for (const { answer, ms } of await Promise.all(probers.map(probe))) {
      // A closed connection promises nothing either.
      if (answer !== undefined) expect(answer.kind).toBe('error')
      refusedMs.push(ms)
    }
    await Promise.all(unready)
    await redis.restart()
    const restartedAt = performance.now()
    await until('/readyz says yes', async () =>
      (await Promise.all(relays.map(({ httpUrl }) => statusOf(`${httpUrl}/readyz`)))).every((status) => status === 200),
    )
    const before = load.outcomes.length
    const countSince = () => load?.outcomes.slice(before).filter(({ sentAt }) => sentAt > restartedAt).length ?? 0
    await until('what is sent now is answered', () => countSince() > steadyPerSecond)
    backMs.push(performance.now() - restartedAt)
  }
  await load.finish()
  const figures = {
    'publish refused within, ms': Math.round(Math.max(...refusedMs)),
    'not ready within, ms': Math.round(Math.max(...unreadyMs)),
    'full rate again within, ms': Math.round(Math.max(...backMs)),
  }
  const check = () => {
    expect(Math.max(...refusedMs)).toBeLessThanOrEqual(run.within(2_000))
    expect(Math.max(...unreadyMs)).toBeLessThanOrEqual(run.within(2_000))
    expect(Math.max(...backMs)).toBeLessThanOrEqual(run.within(5_000))
  }
  return { killedAts, figures, check }
}

test('F-R5: kill -9 of Redis again and again, AOF synced always: nothing acked is lost', async () => {
  const { figures, check } = await killRedis('always')
  expect(run.finish(figures)).toMatchObject({ ...allKept, indeterminate: 0, refused: 0 })
  check()
}, 300_000)

test('F-R7: the relay does not start on a Redis that may lose, unless with --i-accept-loss', async () => {
  const mistakes = [
    { redis: { appendonly: false }, names: /appendonly/ },
    { redis: { maxmemoryPolicy: 'allkeys-lru' }, names: /maxmemory-policy/ },
  ]
  for (const { redis: options, names } of mistakes) {
    const redis = await startRedis(options)
    try {
      const args = ['--redis-url', redis.url, '--data', join(run.folder, 'data')]
      await expect(startRelayProcess({ args })).rejects.toThrow(names)
      run.strike(names.source)
    } finally {
      await redis.stop()
    }
  }
  const redis = await startRedis({ appendonly: false, maxmemoryPolicy: 'allkeys-lru' })
  try {
    const args = ['--redis-url', redis.url, '--data', join(run.folder, 'data'), '--i-accept-loss']
    expect(await (await startRelayProcess({ args })).end()).toBe(0)
  } finally {
    await redis.stop()
  }
  run.finish({})
})

if (isNight) {
  test('F-R5: AOF synced every second: only what was acked in the 2 s before a kill may be lost', async () => {
    const { killedAts, figures, check } = await killRedis('everysec')
    // An answer can have been in flight.
    const beforeKill = (at: number) =>
      Math.min(...killedAts.map((killedAt) => (at > killedAt + 100 ? Number.POSITIVE_INFINITY : killedAt - at)))
    const { lost, lostAckedAt, ...verdict } = run.finish(
      (verdict) => ({
        ...figures,
        'lost was acked before a kill at most, ms': Math.round(Math.max(0, ...verdict.lostAckedAt.map(beforeKill))),
      }),
      'mayLose',
    )
    expect(verdict).toMatchObject({ duplicated: [], uncalledFor: [], reordered: [], indeterminate: 0, refused: 0 })
    // While an fsync runs, Redis answers before it has written, for up to 2 s. Redis checks ten times a second.
    expect(Math.max(0, ...lostAckedAt.map(beforeKill))).toBeLessThanOrEqual(run.within(2_100))
    // Every message sent in that time, for two subscribers each.
    expect(lost.length).toBeLessThanOrEqual(200 * 2 * 2 * kills)
    check()
  }, 300_000)

  test('F-R6: Redis hangs, is slow, full, read-only or changes its password: refusals, no restart', async () => {
    const logFiles = [0, 1].map((index) => join(run.folder, `node${index}.log`))
    nodes = await startRelayNodes({
      folder: run.folder,
      // Messages that waited for Redis are sent at once, and again every second.
      args: unlimitedRates,
      processOf: (index) => ({ logFile: logFiles[index] ?? '' }),
      redisUrlOf: async ({ port, send }) => {
        await send('ACL', 'SETUSER', 'relay', 'on', '>first', '~*', '&*', '+@all')
        const proxy = await startFaultProxy({ targetPort: port, random: run.random })
        proxies.push(proxy)
        return `redis://relay:first@127.0.0.1:${proxy.port}`
      },
    })
    const { urls, redis, nodes: relays } = nodes
    load = await startLoad({ urls, ledger: run.ledger, messagesPerSecond: 100, topicCount: 100 })
    const probers = urls.map((url) => createLoadClient({ urls: [url] }))
    clients.push(...probers)
    const probersAreConnected = () =>
      until('the probes are connected', () => probers.every((prober) => prober.isConnected()))
    await probersAreConnected()
    const healthUrls = relays.map(({ httpUrl }) => `${httpUrl}/healthz`)
    let health = startHealthWatch(healthUrls)
    await pause(5_000)
    const atRest = percentile(health.stop(), 0.99)
    health = startHealthWatch(healthUrls)
    const works = () => until('what waited is answered', () => (load?.waiting() ?? 0) < 50, 60_000)
    const slow = 'is 500 ms away'
    const refusedMs: number[] = []
    const faults: readonly (readonly [string, () => unknown, () => unknown])[] = [
      ['hangs for 30 s', () => redis.pause(), () => redis.resume()],
      [
        slow,
        () => proxies.map((proxy) => proxy.impose([{ kind: 'latency', ms: 500, jitterMs: 0 }])),
        () => proxies.map((proxy) => proxy.heal()),
      ],
      [
        'is full',
        () => redis.send('CONFIG', 'SET', 'maxmemory', '1'),
        () => redis.send('CONFIG', 'SET', 'maxmemory', '0'),
      ],
      ['is a replica', () => redis.send('REPLICAOF', '127.0.0.1', '1'), () => redis.send('REPLICAOF', 'NO', 'ONE')],
      [
        'has another password',
        async () => {
          await redis.send('ACL', 'SETUSER', 'relay', 'resetpass', '>second')
          for (const proxy of proxies) proxy.cut()
        },
        () => redis.send('ACL', 'SETUSER', 'relay', '>first'),
      ],
    ]
    for (const [what, begin, end] of faults) {
      // The relay can have disconnected them in the fault before.
      await probersAreConnected()
      await begin()
      run.strike(`Redis ${what}`)
      const over = pause(what.startsWith('hangs') ? 30_000 : 8_000)
      if (what !== slow) {
        const refusals = await Promise.all(probers.map(probe))
        // The relay disconnects a client that reads its refusal slowly. A disconnect promises nothing either.
        expect(
          refusals.map(({ answer }) => answer?.kind ?? 'error'),
          what,
        ).toEqual(['error', 'error'])
        expect(
          refusals.some(({ answer }) => answer !== undefined),
          what,
        ).toBe(true)
        refusedMs.push(...refusals.map(({ ms }) => ms))
      }
      await over
      await end()
      await works()
    }
    const healthMs = health.stop()
    await load.finish()
    const stalls = logFiles.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/"longestMs":(\d+).*the event loop was blocked/g)].map(([, ms]) =>
        Number(ms),
      ),
    )
    const verdict = run.finish(
      (verdict) => ({
        'dropped for room once taken': verdict.madeRoom.length,
        'a node was paused at most, ms': Math.max(0, ...stalls),
        '/healthz p99, ms': Math.round(percentile(healthMs, 0.99)),
        '/healthz p99 before the faults, ms': Math.round(atRest),
        'publish refused within, ms': Math.round(Math.max(...refusedMs)),
      }),
      // A full store drops messages that one of two subscribers has taken, before the store refuses new ones (P2).
      'wasFull',
    )
    expect(verdict).toMatchObject(allKept)
    expect(relays.every((node) => node.isRunning())).toBe(true)
    // Each relay logs its stalls from 250 ms on. The machine can have stalled all of them.
    if (isNight) expect(Math.max(0, ...stalls)).toBeLessThanOrEqual(2 * run.longestStallMs())
    expect(percentile(healthMs, 0.99)).toBeLessThan(run.within(100) + 2 * atRest)
  }, 300_000)

  test('F-R8: one node is cut off from Redis for 60 s: its clients go on with the other', async () => {
    nodes = await startRelayNodes({
      folder: run.folder,
      // Messages that waited for Redis are sent at once, and again every second.
      args: unlimitedRates,
      redisUrlOf: async ({ port, url }, index) => {
        if (index > 0) return url
        const proxy = await startFaultProxy({ targetPort: port, random: run.random })
        proxies.push(proxy)
        return `redis://127.0.0.1:${proxy.port}`
      },
    })
    const [cutOff = ''] = nodes.urls
    load = await startLoad({
      urls: nodes.urls,
      ledger: run.ledger,
      messagesPerSecond: steadyPerSecond,
      topicCount: 100,
    })
    await pause(3_000)
    const from = performance.now()
    for (const proxy of proxies) proxy.impose([{ kind: 'blackhole', atByte: 0 }])
    run.strike('node 0 cut off from Redis')
    await pause(60_000)
    const to = performance.now()
    for (const proxy of proxies) proxy.heal()
    await pause(5_000)
    await load.finish()
    const told = load.outages().filter((outage) => outage.from === cutOff && outage.at < to)
    const toldMs = told.map(({ at }) => at - from)
    const clientCount = load.publishers.length + load.subscribers.length
    const verdict = run.finish({
      'clients told': toldMs.length,
      'told within, ms': Math.round(Math.max(0, ...toldMs)),
      'closed with 1013': told.filter(({ code }) => code === 1013).length,
    })
    expect(verdict).toMatchObject(allKept)
    expect(toldMs.length).toBeGreaterThanOrEqual(clientCount / 2)
    expect(new Set(told.map(({ code }) => code))).toEqual(new Set([1013]))
    expect(Math.max(...toldMs)).toBeLessThanOrEqual(run.within(10_000))
  }, 300_000)
}
