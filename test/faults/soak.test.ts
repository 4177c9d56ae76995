import { randomBytes } from 'node:crypto'
import { isNight } from '@hawser/test-kit/night'
import { afterEach, expect, test } from 'vitest'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { type Load, startLoad } from './load.ts'
import { createLoadClient } from './loadClient.ts'
import { percentile } from './percentile.ts'
import { type RelayNodes, startRelayNodes } from './relayNodes.ts'
import { stopRelayProcesses } from './relayProcess.ts'
import { pause } from './wait.ts'

const minutes = isNight ? 5 : 0.05
const messagesPerSecond = 100
const connectsPerSecond = 20
let run: FaultRun
let nodes: RelayNodes | undefined
let load: Load | undefined

afterEach(async () => {
  await load?.stop()
  await nodes?.stop()
  await stopRelayProcesses()
  run.stop()
})

test(
  `F-R23: ${minutes} minutes of 100 msg/s, clients come and go: nothing acked is lost`,
  async () => {
    run = startFaultRun('F-R23', 1)
    nodes = await startRelayNodes({ folder: run.folder })
    const { urls, nodes: relays } = nodes
    // After the first minute, messages expire from the store as fast as new ones arrive.
    load = await startLoad({ urls, ledger: run.ledger, messagesPerSecond, topicCount: 100, ttlSeconds: 60 })
    const startedAt = performance.now()
    const endsAt = startedAt + minutes * 60_000
    const memory: number[] = []
    let visits = 0
    const visit = async () => {
      visits += 1
      const client = createLoadClient({ urls, first: visits })
      await client.subscribe([randomBytes(32).toString('hex')])
      await client.stop()
    }
    const visiting = new Set<Promise<void>>()
    while (performance.now() < endsAt) {
      for (let count = 0; count < connectsPerSecond / 2; count += 1) {
        const one = visit().finally(() => visiting.delete(one))
        visiting.add(one)
      }
      memory.push(...relays.map((node) => node.rss()))
      await pause(500)
    }
    await Promise.all(visiting)
    run.strike(`${visits} clients came and went`)
    await load.finish()

    const third = (endsAt - startedAt) / 3
    const largest = Math.max(...memory)
    const p99Between = (from: number, to: number) =>
      percentile(
        (load?.outcomes ?? []).flatMap((outcome) =>
          outcome.kind === 'acked' && outcome.sentAt >= from && outcome.sentAt < to ? [outcome.tookMs] : [],
        ),
        0.99,
      )
    const [early, late] = [p99Between(startedAt, startedAt + third), p99Between(endsAt - third, endsAt)]
    const verdict = run.finish({
      minutes,
      visits,
      'memory of a relay at most, MB': Math.round(largest / 1e6),
      'p99 of the first third, ms': Math.round(early),
      'p99 of the last third, ms': Math.round(late),
    })
    expect(verdict).toMatchObject({ ...allKept, indeterminate: 0 })
    if (!isNight) return
    expect(late).toBeLessThanOrEqual(early * 1.2 + 5)
    // Young objects can take twice 64 MB before a collection. growth.test.ts judges whether memory grows.
    expect(largest).toBeLessThan(400e6)
  },
  (minutes + 5) * 60_000,
)
