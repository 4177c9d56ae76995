import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { programFile } from '@hawser/test-kit/program'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteMailbox } from '../../packages/relay/src/mailboxes/sqlite.ts'
import {
  createTestClient,
  createTestIdentity,
  type TestClient,
} from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { type Load, startLoad, steadyPerSecond } from './load.ts'
import { percentile } from './percentile.ts'
import { unlimitedRates } from './relayNodes.ts'
import { type RelayProcess, type RelayProcessOptions, startRelayProcess, stopRelayProcesses } from './relayProcess.ts'
import { checkIntegrity, fillMailbox, mountDisk } from './sqliteFiles.ts'
import { slowedFromStart, spawnDoomed, syncCalls, type Trace, traceProcess } from './sqliteTrace.ts'
import { pause, until } from './wait.ts'
import { watchSyncs } from './watchSyncs.ts'

// Faults of a disk, and kills during a write, against a relay on SQLite.
const kills = isNight ? 50 : 3
const deaths = isNight ? 200 : 3
const planned: Readonly<Record<string, number>> = { 'F-R2': kills, 'F-R9': deaths, 'F-R10': 1, 'F-R11': 1, 'F-R12': 1 }
let run: FaultRun
let load: Load | undefined
let trace: Trace | undefined
let disk: ReturnType<typeof mountDisk> | undefined
const clients = new Set<TestClient>()

beforeEach(({ task }) => {
  const id = /F-R\d+/.exec(task.name)?.[0] ?? ''
  run = startFaultRun(id, planned[id] ?? 1)
})
afterEach(async () => {
  await load?.stop()
  load = undefined
  for (const client of clients) client.socket.terminate()
  clients.clear()
  await trace?.stop()
  trace = undefined
  await stopRelayProcesses()
  disk?.unmount()
  disk = undefined
  run.stop()
})

const start = (data: string, options: Partial<RelayProcessOptions> = {}) =>
  startRelayProcess({ args: ['--data', data, ...unlimitedRates], ...options })
async function connect(node: RelayProcess, options: Parameters<typeof createTestClient>[1] = {}): Promise<TestClient> {
  const client = await createTestClient(node.url, options)
  clients.add(client)
  return client
}
const readLines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
const topicOf = (index: number) => index.toString(16).padStart(64, '0')

test(`F-R2: kill -9 again and again under ${steadyPerSecond} msg/s on SQLite: nothing acked is lost`, async () => {
  const data = join(run.folder, 'data')
  await fillMailbox(data, 100_000)
  const node = await start(data)
  load = await startLoad({ urls: [node.url], ledger: run.ledger, messagesPerSecond: steadyPerSecond, topicCount: 100 })
  const startMs: number[] = []
  const openMs: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(isNight ? run.random.between(1_000, 6_000) : run.random.between(500, 1_200))
    await node.kill()
    run.strike('killed')
    expect(checkIntegrity(data)).toBe('ok')
    const killedAt = performance.now()
    await node.restart()
    startMs.push(performance.now() - killedAt)
  }
  await load.finish()
  await node.end()
  for (let round = 0; round < 3; round += 1) {
    const openedAt = performance.now()
    const mailbox = createSqliteMailbox({ file: join(data, 'relay.sqlite') })
    openMs.push(performance.now() - openedAt)
    await mailbox.close()
  }
  const verdict = run.finish({
    'start with 100,000 messages p50, ms': Math.round(percentile(startMs, 0.5)),
    'of that the mailbox, ms': Math.round(Math.min(...openMs)),
  })
  expect(verdict).toMatchObject(allKept)
  // Other work on the machine lengthens some starts. packages/relay/src/mailboxes/sqlite.test.ts limits the processor time of a
  // start.
  if (isNight) expect(percentile(startMs, 0.5)).toBeLessThan(run.within(2_000))
}, 900_000)

test('F-R9: killed at the N-th write or fsync the file opens and holds what was promised', async () => {
  const node = [process.execPath]
  const writer = programFile(join(import.meta.dirname, 'sqliteWriter.ts'))
  let promises = 0
  let unborn = 0
  for (let death = 0; death < deaths; death += 1) {
    const data = join(run.folder, `death${death}`)
    const file = join(data, 'relay.sqlite')
    // Every third death comes from an fsync: four threads make the fsyncs of a commit, each with its own count.
    const [call, most] =
      death % 3 === 2 ? (['fdatasync', 40] as const) : (['pwrite64', death % 3 === 0 ? 60 : 2_500] as const)
    const nth = run.random.between(1, most)
    const ledgerFile = join(run.folder, `promised${death}`)
    const child = spawnDoomed([...node, writer, file, ledgerFile], call, nth)
    let complaint = ''
    child.stderr?.on('data', (chunk) => {
      complaint += chunk
    })
    const [, signal] = await once(child, 'close')
    expect(signal, complaint).toBe('SIGKILL')
    run.strike(`killed at ${call} ${nth}`)
    const promised = readLines(ledgerFile).filter((line) => /^\d+\.\d+$/.test(line))
    promises += promised.length
    if (promised.length === 0) unborn += 1
    else expect(checkIntegrity(data)).toBe('ok')
    const mailbox = createSqliteMailbox({ file, limits: { pageMessages: 1e6, pageLength: 1e9 } })
    const positions = Array.from({ length: 16 }, (_, index) => ({ topic: topicOf(index), afterSequence: 0 }))
    const { messages } = await mailbox.pending('late', positions)
    const halves = (half: string) =>
      new Set(messages.flatMap(({ message }) => (message.split(' ')[1] === half ? message.split(' ', 1) : [])))
    const [first, second] = [halves('first'), halves('second')]
    expect(promised.filter((name) => !first.has(name))).toEqual([])
    expect(second).toEqual(first)
    expect(first.size + second.size).toBe(messages.length)
    await mailbox.close()
    await rm(data, { recursive: true })
  }
  run.finish({ promised: promises, 'died before the first promise': unborn, missing: 0 })
  expect(promises).toBeGreaterThan(deaths)
}, 1_800_000)

test('F-R10: a full disk: publishes are refused, deliveries and acks go on', async () => {
  const data = join(run.folder, 'disk')
  disk = mountDisk(data, 8)
  // Freed later, this space fits the whole log. With less, a checkpoint of the log at that moment fills the disk again.
  writeFileSync(join(data, 'filler'), Buffer.alloc(5 * 1024 * 1024))
  const logFile = join(data, 'relay.log')
  const node = await start(data, { logFile })
  const dapp = await connect(node)
  const topics = [0, 1, 2, 3, 4].map(topicOf)
  const acked: string[] = []
  let refusal: unknown
  for (let index = 0; refusal === undefined && index < 75; index += 1) {
    const message = `${index} `.padEnd(60_000, 'x')
    const params = { topic: topics[index % 5], message, ttl: 3_600, tag: 1108 }
    const answer = await dapp.request('irn_publish', params)
    if (answer.kind === 'result') acked.push(message)
    else refusal = answer
  }
  expect(refusal).toMatchObject({ code: -32000, message: expect.stringMatching(/disk is full/) })
  expect(dapp.received.at(-1)).toContain('"data":"StoreFull"')
  run.strike(`full after ${acked.length} messages`)
  // The log file is on the same disk.
  writeFileSync(join(data, 'rest'), '')
  expect(() => appendFileSync(join(data, 'rest'), Buffer.alloc(8 * 1024 * 1024))).toThrow(/ENOSPC/)
  expect((await fetch(`${node.httpUrl}/healthz`)).status).toBe(200)

  const identity = createTestIdentity()
  const wallet = await connect(node, { identity })
  await wallet.request('irn_batchSubscribe', { topics })
  await until('all is delivered', () => wallet.deliveries.length >= acked.length)
  await wallet.settle()
  await wallet.close()
  const again = await connect(node, { identity })
  await again.request('irn_batchSubscribe', { topics })
  await again.settle()
  expect(again.deliveries).toEqual([])
  await Promise.all(['filler', 'rest'].map((name) => rm(join(data, name))))
  const message = 'there is room'
  const room = await dapp.request('irn_publish', { topic: topics[0], message, ttl: 3_600, tag: 1108 })
  expect(room).toMatchObject({ kind: 'result' })
  expect((await again.nextDelivery()).delivery.message).toBe(message)
  expect(readFileSync(logFile, 'utf8')).toMatch(/store_full[^\n]*the mailbox failed/)
  // The relay retries acks that found no space every second.
  await pause(1_500)
  await node.restart()
  const [third, late] = [await connect(node, { identity }), await connect(node)]
  for (const client of [third, late]) await client.request('irn_batchSubscribe', { topics })
  await until('what was acked is there', () => late.deliveries.length > acked.length)
  const texts = late.deliveries.map(({ delivery }) => delivery.message)
  expect(new Set(texts)).toEqual(new Set([...acked, message]))
  await third.settle()
  expect(third.deliveries).toEqual([])
  run.finish({ 'acked before the disk was full': acked.length, lost: 0 })
}, 120_000)

test('F-R11: an fsync that fails: the publish is not acked and the process ends', async () => {
  const data = join(run.folder, 'data')
  const node = await start(data)
  const dapp = await connect(node)
  const publish = (message: string) =>
    dapp.request('irn_publish', { topic: topicOf(0), message, ttl: 3_600, tag: 1108 }).catch(() => undefined)
  expect(await publish('before')).toMatchObject({ kind: 'result' })
  trace = await traceProcess(node.pid(), syncCalls, 'error=EIO')
  const answers = await Promise.all([publish('lost 1'), publish('lost 2')])
  run.strike('fsync failed with EIO')
  expect(answers.filter((answer) => answer?.kind === 'result')).toEqual([])
  await until('the process has ended', () => !node.isRunning())
  expect(node.log()).toMatch(/"msg":"crashed"/)
  expect(node.log()).toMatch(/mailbox_failed/)
  await trace.stop()

  await node.restart()
  const wallet = await connect(node)
  await wallet.request('irn_subscribe', { topic: topicOf(0) })
  expect((await wallet.nextDelivery()).delivery.message).toBe('before')
  expect(checkIntegrity(data)).toBe('ok')
  run.finish({ 'acked after the failure': 0, lost: 0 })
}, 120_000)

test('F-R12: every fsync takes 50 ms more: 200 msg/s go through, p99 < 500 ms', async () => {
  const node = await start(join(run.folder, 'data'), { launcher: slowedFromStart(syncCalls, 50) })
  run.strike('every fsync waits 50 ms')
  load = await startLoad({ urls: [node.url], ledger: run.ledger, messagesPerSecond: 300, topicCount: 100 })
  const seconds = isNight ? 60 : 2
  const startedAt = performance.now()
  const syncs = watchSyncs(run.folder)
  await pause(seconds * 1_000)
  const longestSyncMs = Math.max(...(await syncs.stop()))
  const done = load.outcomes.filter(({ kind }) => kind === 'acked').length
  const perSecond = done / ((performance.now() - startedAt) / 1_000)
  await load.finish()
  // The first second is left out: a new process runs its code for the first time.
  const tookMs = load.outcomes.flatMap((outcome) =>
    outcome.kind === 'acked' && outcome.sentAt > startedAt + 1_000 ? [outcome.tookMs] : [],
  )
  const p99 = percentile(tookMs, 0.99)
  const verdict = run.finish({
    'acked per second': Math.round(perSecond),
    'p99, ms': Math.round(p99),
    'longest fsync of the disk itself, ms': Math.round(longestSyncMs),
  })
  expect(verdict).toMatchObject({ ...allKept, refused: 0, indeterminate: 0 })
  expect(Math.min(...tookMs)).toBeGreaterThan(50)
  // By day groupCommit.test.ts checks that each fsync commits more than one message.
  if (isNight) expect(perSecond).toBeGreaterThan(200)
  // One long fsync delays every message that arrives meanwhile: at this rate, more than one in a hundred. On a busy disk the
  // bound says nothing.
  expect(p99).toBeLessThan(run.within(500 + 2 * longestSyncMs))
}, 300_000)
