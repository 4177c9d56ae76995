import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createBenchProgress } from '../benchProgress.ts'
import { buildPrograms } from '../buildPrograms.ts'
import { formatTable, type Row } from '../modal/formatTable.ts'
import type { Idle, Latency, LoadTask, Memory, Throughput } from './load.ts'
import { programs as sources } from './programs.ts'
import {
  formatProjection,
  formatServers,
  idleRows,
  latencyRows,
  memoryRows,
  type Taken,
  throughputRows,
} from './rows.ts'
import { runLoad } from './startProgram.ts'
import { available, createTargets, type TargetName, targetNames } from './targets.ts'

/**
 * `npm run bench:relay` compares the relay on each of its stores with the floor and its peers, interleaved in one run. Servers
 * use one core, the load another. `--rounds 7`, `--quick` (3 short rounds), `--only throughput|latency|idle|memory`,
 * `--servers floor,sqlite`, `--messages 1000000` (for the memory run), `--window 2`. The bench only prints its figures; the
 * exit code judges nothing.
 */
const figures = ['throughput', 'latency', 'idle', 'memory'] as const
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: figures.join(',') },
    servers: { type: 'string', default: targetNames.join(',') },
    messages: { type: 'string' },
    window: { type: 'string', default: '2' },
  },
})
const rounds = Number(flags.rounds ?? (flags.quick ? 3 : 7))
const messages = Number(flags.messages ?? (flags.quick ? 300_000 : 1_000_000))
const wanted = flags.only.split(',')
const servers = targetNames.filter((name) => flags.servers.split(',').includes(name))

console.error('building the programs …')
const programs = await buildPrograms('relay', sources)
const targets = createTargets(programs)

type Kind = LoadTask extends infer Task
  ? Task extends LoadTask
    ? Omit<Task, 'dialect' | 'ports' | 'pids' | 'nodePids'>
    : never
  : never

/** Starts a server, measures it, and stops it, so that no measurement inherits another's state. */
async function measure(name: TargetName, kind: Kind): Promise<unknown> {
  const { dialect, start } = targets[name]
  const { ports, pids, nodePids, stop } = await start()
  try {
    return await runLoad(programs.load, {
      ...kind,
      dialect,
      ports,
      pids: kind.kind === 'idle' ? nodePids : pids,
      nodePids,
    })
  } finally {
    await stop()
  }
}

/** Measures every server once before the next round, so that other work on the machine affects all of them. */
async function measureRounds<T>(count: number, names: readonly TargetName[], kind: Kind): Promise<Taken<T>> {
  const taken: Partial<Record<TargetName, T[]>> = {}
  const progress = createBenchProgress(`${kind.kind}, measurements`)
  const measured = available(targets, names)
  for (let round = 1; round <= count; round += 1) {
    for (const [index, name] of measured.entries()) {
      progress.report((round - 1) * measured.length + index, count * measured.length)
      const figure = (await measure(name, kind)) as T
      progress.end()
      console.error(`${kind.kind}, round ${round} of ${count}, ${targets[name].title}: ${JSON.stringify(figure)}`)
      taken[name] = [...(taken[name] ?? []), figure]
    }
  }
  return taken
}
const among = (...names: readonly TargetName[]) => servers.filter((name) => names.includes(name))

const load = { topics: 500, ttlSeconds: 5, window: Number(flags.window) }
const spans = flags.quick ? { warmUpMs: 1_500, runMs: 3_000 } : { warmUpMs: 3_000, runMs: 8_000 }
const rows: Row[] = []
const tables: string[] = []
/** Measures one kind of figure, if the flags ask for it. */
async function take<T>(
  kind: Kind,
  options: {
    readonly rounds: number
    readonly names: readonly TargetName[]
    readonly rows: (taken: Taken<T>) => readonly Row[]
    readonly headings: readonly string[]
    readonly read: (figure: T) => readonly number[]
    /** A table that follows from the figures. */
    readonly after?: (taken: Taken<T>) => string | undefined
  },
) {
  if (!wanted.includes(kind.kind)) return
  const taken = await measureRounds<T>(options.rounds, options.names, kind)
  rows.push(...options.rows(taken))
  const medians = options.rounds === 1 ? 'one run' : `medians of ${options.rounds} rounds`
  tables.push(`${kind.kind}, ${medians}:\n\n${formatServers(taken, targets, options.headings, options.read)}`)
  const after = options.after?.(taken)
  if (after !== undefined) tables.push(`projection to more relays on Redis:\n\n${after}`)
}

await take<Throughput>(
  { ...load, ...spans, kind: 'throughput' },
  {
    ...{ rounds, names: servers, rows: throughputRows },
    headings: ['msg/s', 'CPU µs/msg', 'of the relay', 'of a second one', 'core in use'],
    read: ({ perSecond, cpuMicros, nodesCpuMicros: [first = Number.NaN, second = Number.NaN], busy }) => [
      ...[perSecond, cpuMicros, first, second, busy],
    ],
    after: formatProjection,
  },
)
await take<Latency>(
  { ...load, ...spans, kind: 'latency', perSecond: 1_000 },
  {
    ...{ rounds, names: servers, rows: latencyRows },
    headings: ['p50 ms', 'p99 ms', 'p99 answer ms', 'CPU µs/msg'],
    read: ({ p50Ms, p99Ms, answeredP99Ms = Number.NaN, cpuMicros }) => [p50Ms, p99Ms, answeredP99Ms, cpuMicros],
  },
)
await take<Idle>(
  { ...load, kind: 'idle', connections: 5_000, warmUpMs: 15_000, restMs: 75_000 },
  {
    ...{ rounds: 1, names: among('floor', 'memory', 'sqlite', 'redis', 'mosquitto'), rows: idleRows },
    headings: ['RSS KB/connection'],
    read: ({ bytesPerConnection }) => [bytesPerConnection / 1024],
  },
)
await take<Memory>(
  { ...load, kind: 'memory', messages, sampleEvery: Math.floor(messages / 10) },
  {
    ...{ rounds: 1, names: among('floor', 'sqlite', 'redis'), rows: (taken) => memoryRows(taken, messages) },
    headings: ['msg/s', 'RSS MB at most', ...Array.from({ length: 11 }, (_, index) => `kept at ${index * 10} %`)],
    read: ({ perSecond, samples, kept }) => [
      perSecond,
      ...[Math.max(...samples), ...kept].map((bytes) => bytes / 2 ** 20),
    ],
  },
)

console.log(
  `\nNode ${process.version}; servers on one core, the load on another; ours is the relay on SQLite, the reference mosquitto.`,
)
console.log('500 topics, each with a publisher and a listener, 1 KiB: publish → answer → delivery → ack.\n')
console.log(formatTable(rows))
for (const table of tables) console.log(`\n${table}`)
console.log(`\nPrograms that wanted a processor, mean of the last five minutes: ${loadavg()[1]?.toFixed(1)}.`)
