import { isNight } from '@hawser/test-kit/night'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { type Load, startLoad, steadyPerSecond } from './load.ts'
import { percentile } from './percentile.ts'
import { type RelayNodes, startRelayNodes, unlimitedRates } from './relayNodes.ts'
import { type RelayProcess, stopRelayProcesses } from './relayProcess.ts'
import { type SignPair, startSignPair } from './signPair.ts'
import { pause } from './wait.ts'

// One node is killed or stopped under load while the other one keeps working.
const kills = isNight ? 20 : 3
const pausesMs = isNight ? [5_000, 20_000, 60_000] : [2_000]
let run: FaultRun
let nodes: RelayNodes | undefined
let load: Load | undefined
let signPair: SignPair | undefined

beforeEach(({ task }) => {
  const id = /F-R\d+/.exec(task.name)?.[0] ?? ''
  run = startFaultRun(id, id === 'F-R1' ? kills : pausesMs.length)
})
afterEach(async () => {
  await signPair?.stop()
  await load?.stop()
  await nodes?.stop()
  load = undefined
  signPair = undefined
  nodes = undefined
  await stopRelayProcesses()
  run.stop()
})

async function start(args: readonly string[] = []) {
  nodes = await startRelayNodes({ folder: run.folder, args })
  const { urls } = nodes
  load = await startLoad({ urls, ledger: run.ledger, messagesPerSecond: steadyPerSecond, topicCount: 100 })
  return { nodes, load }
}

/** Returns how long publishes took that were first sent to the other node while the victim was down. */
function survivorsMs(load: Load, victims: readonly { node: RelayProcess; from: number; to: number }[]) {
  return load.outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'acked' || outcome.tries > 1) return []
    const isThen = victims.some(
      ({ node, from, to }) => outcome.url !== node.url && outcome.sentAt >= from && outcome.sentAt <= to,
    )
    return isThen ? [outcome.tookMs] : []
  })
}

/** Sends a request ten times a second. @returns `end` resolves to the number of requests and answers */
function askOften(pair: SignPair): { end(): Promise<{ readonly asked: number; readonly answered: number }> } {
  let isOver = false
  const asking = (async () => {
    let [asked, answered] = [0, 0]
    while (!isOver) {
      asked += 1
      if (await pair.ask()) answered += 1
      await pause(100)
    }
    return { asked, answered }
  })()
  return {
    end() {
      isOver = true
      return asking
    },
  }
}

function fullestOf(nodes: readonly RelayProcess[], load: Load): RelayProcess {
  const clients = [...load.publishers, ...load.subscribers]
  const countAt = (node: RelayProcess) => clients.filter((client) => client.url() === node.url).length
  const [fullest] = [...nodes].sort((left, right) => countAt(right) - countAt(left))
  if (fullest === undefined) throw new Error('There is no node.')
  return fullest
}

test(`F-R1: kill -9 of a node again and again under ${steadyPerSecond} msg/s: nothing acked is lost`, async () => {
  const { nodes, load } = await start()
  const { urls } = nodes
  signPair = await startSignPair({ dappUrls: urls, walletUrls: urls.toReversed(), ledger: run.ledger })
  const asking = askOften(signPair)
  const victims: { node: RelayProcess; from: number; to: number }[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(isNight ? run.random.between(5_000, 15_000) : run.random.between(1_000, 2_500))
    // Every other kill hits the node with the most clients: after a kill all clients are on the other node.
    const node = kill % 2 === 0 ? fullestOf(nodes.nodes, load) : run.random.pick(nodes.nodes)
    const from = performance.now()
    await node.kill()
    run.strike(`node on port ${node.port} killed`)
    await node.restart()
    victims.push({ node, from, to: performance.now() })
  }
  await pause(1_000)
  const { asked, answered } = await asking.end()
  await load.finish()
  const backMs = load.outages().map(({ ms }) => ms)
  const back = percentile(backMs, 0.95)
  const survivor = percentile(survivorsMs(load, victims), 0.99)
  const verdict = run.finish({
    'connections cut': backMs.length,
    'clients back p95, ms': Math.round(back),
    'p99 on the other node, ms': Math.round(survivor),
    'requests of a dapp to a wallet': asked,
  })
  expect(verdict).toMatchObject(allKept)
  expect(answered).toBe(asked)
  expect(asked).toBeGreaterThan(kills)
  if (isNight) expect((verdict.refused + verdict.indeterminate) / verdict.publishes).toBeLessThan(0.02)
  if (isNight) expect(verdict.wireDuplicates / verdict.deliveries).toBeLessThan(0.05)
  expect(backMs.length).toBeGreaterThanOrEqual(kills)
  expect(back).toBeLessThanOrEqual(run.within(3_000))
  expect(survivor).toBeLessThan(run.within(250))
}, 600_000)

test('F-R4: a node stops (SIGSTOP) and continues: nothing acked is lost, clients move over', async () => {
  // A resumed node gets its waiting messages at once, and again every second.
  const { nodes, load } = await start(unlimitedRates)
  for (const ms of pausesMs) {
    await pause(1_000)
    const node = run.random.pick(nodes.nodes)
    node.pause()
    await pause(ms)
    node.resume()
    run.strike(`node on port ${node.port} stood still for ${ms} ms`)
    await pause(isNight ? 5_000 : 500)
  }
  await load.finish()
  const movedMs = load.outages().map(({ ms }) => ms)
  const slowest = Math.max(0, ...load.outcomes.map((outcome) => (outcome.kind === 'acked' ? outcome.tookMs : 0)))
  const verdict = run.finish({
    'connections moved': movedMs.length,
    'slowest publish, ms': Math.round(slowest),
  })
  expect(verdict).toMatchObject({ ...allKept, indeterminate: 0 })
  // A ping every 25 s, plus 10 s.
  if (isNight) expect(slowest).toBeLessThanOrEqual(run.within(35_000))
}, 600_000)
