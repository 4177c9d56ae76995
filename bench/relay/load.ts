import { randomBytes } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../link/percentile.ts'
import { createDialect, type DialectName } from './dialects.ts'
import { type LoadSocket, openSocket } from './openSocket.ts'
import { readCpuMicros, readRss } from './processFigures.ts'

/**
 * The load: a separate process that opens the clients, runs one task and prints its figures as JSON. Times are in milliseconds,
 * and `pids` belong to the servers. Publishers connect to the first port, listeners to the last.
 */
export type LoadTask = {
  readonly dialect: DialectName
  readonly ports: readonly number[]
  readonly pids: readonly number[]
  /** The processes of the relays, without those of their store. */
  readonly nodePids: readonly number[]
  readonly topics: number
  readonly ttlSeconds: number
} & (
  | { readonly kind: 'throughput'; readonly window: number; readonly warmUpMs: number; readonly runMs: number }
  | { readonly kind: 'latency'; readonly perSecond: number; readonly warmUpMs: number; readonly runMs: number }
  | { readonly kind: 'idle'; readonly connections: number; readonly warmUpMs: number; readonly restMs: number }
  | { readonly kind: 'memory'; readonly window: number; readonly messages: number; readonly sampleEvery: number }
)
export type Throughput = {
  readonly perSecond: number
  readonly cpuMicros: number
  /** Of each relay, without its store. */
  readonly nodesCpuMicros: readonly number[]
  readonly busy: number
}
export type Latency = {
  readonly p50Ms: number
  readonly p99Ms: number
  /** Until the publisher has its answer. Absent if the server answers no publish. */
  readonly answeredP99Ms?: number
  readonly perSecond: number
  readonly cpuMicros: number
}
export type Idle = { readonly bytesPerConnection: number }
/**
 * Memory in bytes at every tenth of the work: `samples` while the server is busy, `kept` once it is idle and all messages have
 * expired.
 */
export type Memory = {
  readonly perSecond: number
  readonly samples: readonly number[]
  readonly kept: readonly number[]
}

const sentAtSlots = 1 << 17

/** Opens pairs of a publisher and a listener, each on its own topic. */
async function openPairs(task: LoadTask) {
  const dialect = createDialect(task.dialect, task.ttlSeconds)
  const sentAt = new Float64Array(sentAtSlots)
  const state = {
    ...{ delivered: 0, sent: 0 },
    onDelivered: (_at: number) => {},
    onAnswered: (_at: number) => {},
    onSlot: (_pair: Pair) => {},
  }
  type Pair = {
    topic: string
    publisher: LoadSocket
    listener: LoadSocket
    sent: number
    answered: number
    delivered: number
    /** The times of the publishes that are not answered yet. */
    unanswered: number[]
  }
  const fail = (error: Error) => {
    console.error(error.message)
    process.exit(1)
  }
  const openPair = async (): Promise<Pair> => {
    const topic = randomBytes(32).toString('hex')
    const unanswered = dialect.isAnswered ? 0 : Number.POSITIVE_INFINITY
    const none: LoadSocket = { send: () => {}, close: () => {} }
    const counts = { sent: 0, answered: unanswered, delivered: 0, unanswered: [] }
    const pair: Pair = { topic, publisher: none, listener: none, ...counts }
    const [publisherPort = 0] = task.ports
    pair.publisher = await openSocket({
      ...{ port: publisherPort, dialect, onFailure: fail, onDelivery: () => {} },
      onAnswer: () => {
        pair.answered += 1
        state.onAnswered(pair.unanswered.shift() ?? 0)
        state.onSlot(pair)
      },
    })
    pair.listener = await openSocket({
      ...{ port: task.ports.at(-1) ?? publisherPort, dialect, topic, onFailure: fail, onAnswer: () => {} },
      onDelivery: (number) => {
        pair.delivered += 1
        state.delivered += 1
        state.onDelivered(sentAt[number % sentAtSlots] ?? 0)
        state.onSlot(pair)
      },
    })
    return pair
  }
  const pairs: Pair[] = []
  while (pairs.length < task.topics) {
    const some = Math.min(50, task.topics - pairs.length)
    pairs.push(...(await Promise.all(Array.from({ length: some }, openPair))))
  }
  const publish = (pair: Pair, at: number) => {
    state.sent += 1
    pair.sent += 1
    sentAt[state.sent % sentAtSlots] = at
    if (dialect.isAnswered) pair.unanswered.push(at)
    pair.publisher.send(dialect.publish(pair.topic, state.sent))
  }
  /** Keeps `window` messages of each pair in flight. A message is done when it is answered and delivered. */
  const keepBusy = (window: number) => {
    const fill = (pair: Pair) => {
      while (pair.sent - Math.min(pair.answered, pair.delivered) < window) publish(pair, 0)
    }
    state.onSlot = fill
    for (const pair of pairs) fill(pair)
  }
  return { pairs, state, publish, keepBusy }
}

async function measureThroughput(task: LoadTask & { kind: 'throughput' }): Promise<Throughput> {
  const { state, keepBusy } = await openPairs(task)
  keepBusy(task.window)
  await sleep(task.warmUpMs)
  const readCpu = () => [task.pids, ...task.nodePids.map((pid) => [pid])].map(readCpuMicros)
  const before = { at: performance.now(), delivered: state.delivered, cpu: readCpu() }
  await sleep(task.runMs)
  const [cpu = 0, ...nodesCpu] = readCpu().map((micros, index) => micros - (before.cpu[index] ?? 0))
  const messages = state.delivered - before.delivered
  const ms = performance.now() - before.at
  const busy = cpu / 1000 / ms
  const nodesCpuMicros = nodesCpu.map((micros) => micros / messages)
  return { perSecond: (messages / ms) * 1000, cpuMicros: cpu / messages, nodesCpuMicros, busy }
}

async function measureLatency(task: LoadTask & { kind: 'latency' }): Promise<Latency> {
  const { pairs, state, publish } = await openPairs(task)
  const taken: number[] = []
  const answered: number[] = []
  let isMeasured = false
  state.onDelivered = (at) => {
    if (isMeasured) taken.push(performance.now() - at)
  }
  state.onAnswered = (at) => {
    if (isMeasured) answered.push(performance.now() - at)
  }
  const start = performance.now()
  const end = start + task.warmUpMs + task.runMs
  let cpuBefore = 0
  let due = start
  for (let index = 0; due < end; index += 1) {
    due = start + (index * 1000) / task.perSecond
    // Times count from the due time, so that a load that falls behind does not flatter the server.
    while (performance.now() < due) await sleep(1)
    if (!isMeasured && due >= start + task.warmUpMs) {
      isMeasured = true
      cpuBefore = readCpuMicros(task.pids)
    }
    const pair = pairs[index % pairs.length]
    if (pair !== undefined) publish(pair, due)
  }
  await sleep(200)
  const cpuMicros = (readCpuMicros(task.pids) - cpuBefore) / taken.length
  const perSecond = (taken.length / task.runMs) * 1000
  const times = { p50Ms: percentile(taken, 0.5), p99Ms: percentile(taken, 0.99) }
  return {
    ...{ ...times, perSecond, cpuMicros },
    ...(answered.length > 0 && { answeredP99Ms: percentile(answered, 0.99) }),
  }
}

/** Measures clients that are admitted, listen on one topic each, and then send nothing. */
async function measureIdle(task: LoadTask & { kind: 'idle' }): Promise<Idle> {
  const dialect = createDialect(task.dialect, task.ttlSeconds)
  const [port = 0] = task.ports
  const fail = (error: Error) => {
    console.error(error.message)
    process.exit(1)
  }
  const open = async (count: number) => {
    for (let left = count; left > 0; left -= 50) {
      const topic = () => randomBytes(32).toString('hex')
      const options = { port, dialect, onAnswer: () => {}, onDelivery: () => {}, onFailure: fail }
      await Promise.all(Array.from({ length: Math.min(50, left) }, () => openSocket({ ...options, topic: topic() })))
    }
  }
  // The first clients make the server load and compile its code once.
  const first = Math.min(200, task.connections)
  await open(first)
  await sleep(task.warmUpMs)
  const before = readRss(task.pids)
  await open(task.connections)
  await sleep(task.restMs)
  return { bytesPerConnection: (readRss(task.pids) - before) / task.connections }
}

async function measureMemory(task: LoadTask & { kind: 'memory' }): Promise<Memory> {
  const { state, keepBusy } = await openPairs(task)
  const rest = async () => {
    // Longer than the messages' lifetime and the store's next purge.
    await sleep(task.ttlSeconds * 1000 + 3_000)
    for (const pid of task.nodePids) process.kill(pid, 'SIGUSR2')
    await sleep(2_000)
    return readRss(task.pids)
  }
  const samples = [readRss(task.pids)]
  const kept = [await rest()]
  let busyMs = 0
  while (state.delivered < task.messages) {
    const start = performance.now()
    const end = state.delivered + task.sampleEvery
    await new Promise<void>((resolve) => {
      state.onDelivered = () => {
        if (state.delivered === end) resolve()
      }
      keepBusy(task.window)
    })
    busyMs += performance.now() - start
    samples.push(readRss(task.pids))
    state.onSlot = () => {}
    kept.push(await rest())
  }
  return { perSecond: (state.delivered / busyMs) * 1000, samples, kept }
}

async function run(task: LoadTask) {
  if (task.kind === 'throughput') return measureThroughput(task)
  if (task.kind === 'latency') return measureLatency(task)
  return task.kind === 'idle' ? measureIdle(task) : measureMemory(task)
}

const task = (await json(process.stdin)) as LoadTask
process.stdout.write(`${JSON.stringify(await run(task))}\n`, () => process.exit(0))
