import { isNight } from '@hawser/test-kit/night'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Balancer, startBalancer } from './balancer.ts'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { type Load, startLoad, steadyPerSecond } from './load.ts'
import { percentile } from './percentile.ts'
import { type RelayNodes, startRelayNodes } from './relayNodes.ts'
import { stopRelayProcesses } from './relayProcess.ts'
import { pause, until } from './wait.ts'

const rounds = isNight ? 10 : 1
// By night the default drain of a relay on Redis; by day a shortened drain.
const paceArgs = isNight ? [] : ['--drain-grace', '1', '--drain-spread', '2']
let run: FaultRun
let nodes: RelayNodes | undefined
let balancer: Balancer | undefined
let load: Load | undefined

beforeEach(() => {
  run = startFaultRun('F-R3', rounds * 2)
})
afterEach(async () => {
  await load?.stop()
  await balancer?.stop()
  await nodes?.stop()
  await stopRelayProcesses()
  run.stop()
})

test(`F-R3: a rolling restart of two nodes under ${steadyPerSecond} msg/s: no publish fails`, async () => {
  nodes = await startRelayNodes({ folder: run.folder, args: paceArgs })
  balancer = await startBalancer(nodes.nodes.map(({ httpUrl }) => httpUrl))
  load = await startLoad({
    urls: [balancer.url],
    ledger: run.ledger,
    messagesPerSecond: steadyPerSecond,
    topicCount: 100,
  })
  const { publishers, subscribers } = load
  const drains: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const node of nodes.nodes) {
      await pause(1_000)
      const startedAt = performance.now()
      expect(await node.end(), node.log()).toBe(0)
      drains.push(performance.now() - startedAt)
      run.strike(`node on port ${node.port} restarted`)
      await node.restart()
      await until('both nodes are ready', () => balancer?.ready().length === 2, 60_000)
    }
  }
  await pause(1_000)
  await load.finish()
  const closeCodes = [...publishers, ...subscribers].flatMap(({ closeCodes }) => closeCodes)
  const backMs = load.outages().map(({ ms }) => ms)
  const acked = load.outcomes.flatMap((outcome) => (outcome.kind === 'acked' ? [outcome] : []))
  const verdict = run.finish({
    'drain at most, ms': Math.round(Math.max(...drains)),
    'connections closed': closeCodes.length,
    'clients back p95, ms': Math.round(percentile(backMs, 0.95)),
    'publishes sent again': acked.filter(({ tries }) => tries > 1).length,
  })
  expect(verdict).toMatchObject(allKept)
  // For a client that retries, no publish failed.
  expect([verdict.refused, verdict.indeterminate]).toEqual([0, 0])
  expect(Math.max(...drains)).toBeLessThanOrEqual(run.within(10_000))
  expect(closeCodes.length).toBeGreaterThanOrEqual(publishers.length + subscribers.length)
  expect(new Set(closeCodes)).toEqual(new Set([1012]))
}, 600_000)
