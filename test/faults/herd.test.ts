import { isNight } from '@hawser/test-kit/night'
import { afterEach, expect, test } from 'vitest'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { type Load, startLoad } from './load.ts'
import { createLoadClient, type LoadClient } from './loadClient.ts'
import { percentile } from './percentile.ts'
import { type RelayNodes, startRelayNodes } from './relayNodes.ts'
import { stopRelayProcesses } from './relayProcess.ts'
import { until } from './wait.ts'

const herdSize = isNight ? 2_000 : 200
const heapMegabytes = 256
let run: FaultRun
let nodes: RelayNodes | undefined
let load: Load | undefined
let herd: readonly LoadClient[] = []
let weighing: NodeJS.Timeout | undefined

afterEach(async () => {
  clearInterval(weighing)
  await load?.stop()
  await Promise.all(herd.map((client) => client.stop()))
  await nodes?.stop()
  await stopRelayProcesses()
  run.stop()
})

test('F-R18: a herd that loses its node is back on the other within 15 s', async () => {
  run = startFaultRun('F-R18', 1)
  nodes = await startRelayNodes({ folder: run.folder, processOf: () => ({ heapMegabytes }) })
  const [lost, kept] = nodes.nodes
  const [lostUrl = '', keptUrl = ''] = nodes.urls
  load = await startLoad({ urls: [keptUrl], ledger: run.ledger, messagesPerSecond: 50, topicCount: 50 })
  let connects = 0
  const urls = [lostUrl, keptUrl]
  herd = Array.from({ length: herdSize }, () => createLoadClient({ urls, onConnected: () => (connects += 1) }))
  await until('the herd is connected', () => connects === herdSize, 60_000)
  await Promise.all(herd.map((client, index) => client.subscribe([index.toString(16).padStart(64, '0')])))

  const rssBytes: number[] = []
  weighing = setInterval(() => rssBytes.push(kept?.rss() ?? 0), 100)
  const [relayBefore, ownBefore] = [kept?.cpuSeconds() ?? 0, process.cpuUsage()]
  const from = performance.now()
  await lost?.kill()
  run.strike(`${herdSize} clients lost their node`)
  await until('the herd is back', () => herd.every(({ outages }) => outages.length > 0), 60_000)
  const to = performance.now()
  clearInterval(weighing)
  const memory = Math.max(...rssBytes, kept?.rss() ?? 0)
  const relaySeconds = (kept?.cpuSeconds() ?? 0) - relayBefore
  const { user, system } = process.cpuUsage(ownBefore)
  await load.finish()
  const othersMs = load.outcomes.flatMap((outcome) =>
    outcome.kind === 'acked' && outcome.sentAt >= from && outcome.sentAt <= to ? [outcome.tookMs] : [],
  )
  const othersP99 = percentile(othersMs, 0.99)
  const verdict = run.finish({
    herd: herdSize,
    'all back within, ms': Math.round(to - from),
    'p99 of the others, ms': Math.round(othersP99),
    'processor seconds of the node': Number(relaySeconds.toFixed(1)),
    'and of the clients': Number(((user + system) / 1e6).toFixed(1)),
    'most memory, MB': Math.round(memory / 1e6),
  })
  expect(verdict).toMatchObject({ ...allKept, indeterminate: 0, refused: 0 })
  expect(to - from).toBeLessThanOrEqual(run.within(15_000))
  expect(othersP99).toBeLessThan(run.within(1_000))
  if (isNight) expect(memory).toBeLessThan(0.8 * heapMegabytes * 1024 * 1024)
}, 300_000)
