import { formatCells, type Row } from '../modal/formatTable.ts'
import { median } from '../modal/median.ts'
import type { Idle, Latency, Memory, Throughput } from './load.ts'
import { type Target, type TargetName, targetNames } from './targets.ts'

/** The figures of each server, round by round. */
export type Taken<T> = Readonly<Partial<Record<TargetName, readonly T[]>>>

function mediansOf<T>(taken: Taken<T>, read: (figure: T) => number) {
  const of = (name: TargetName) => {
    const figures = taken[name]
    const value = median(figures?.map(read) ?? [])
    return Number.isNaN(value) ? undefined : value
  }
  return {
    ours: of('sqlite') ?? of('redis') ?? of('memory') ?? Number.NaN,
    reference: of('mosquitto'),
    floor: of('floor'),
  }
}

/**
 * Returns the throughput rows (performance.md §2): half of the floor is required, and the share that NATS JetStream on file
 * reaches is the stretch goal.
 */
export function throughputRows(taken: Taken<Throughput>): readonly Row[] {
  const perSecond = mediansOf(taken, (figure) => figure.perSecond)
  const cpu = mediansOf(taken, (figure) => figure.cpuMicros)
  const share = (of: number) => (perSecond.floor === undefined ? undefined : of * perSecond.floor)
  const bounds = { must: share(0.5), stretch: share(0.65), isAtLeast: true }
  return [
    { figure: 'durable throughput, one node', unit: 'msg/s', digits: 0, ...perSecond, ...bounds },
    { figure: 'the server, a message', unit: 'CPU µs', digits: 1, ...cpu, must: undefined, stretch: undefined },
  ]
}

/**
 * Projects the throughput of more relays from that of two, whose messages all go from one to the other. Each relay and each
 * shard of Redis has a core of its own.
 */
export function formatProjection(taken: Taken<Throughput>): string | undefined {
  const figures = taken.redisTwo
  if (figures === undefined) return undefined
  const nodes = median(figures.map(({ nodesCpuMicros }) => sum(nodesCpuMicros)))
  const store = median(figures.map(({ cpuMicros, nodesCpuMicros }) => cpuMicros - sum(nodesCpuMicros)))
  const lines = [2, 8, 32].map((count) => {
    const perSecond = (count * 1e6) / nodes
    return [String(count), perSecond.toFixed(0), ((perSecond * store) / 1e6).toFixed(1)]
  })
  return formatCells([['relays', 'msg/s at most', 'cores of Redis in use'], ...lines])
}

export function latencyRows(taken: Taken<Latency>): readonly Row[] {
  const row = (figure: string, read: (taken: Latency) => number, must?: number, stretch?: number): Row => ({
    ...{ figure: `at 1,000 msg/s: publish → ${figure}`, unit: 'ms', digits: 2 },
    ...mediansOf(taken, read),
    ...{ must, stretch },
  })
  return [
    row('deliver, median', ({ p50Ms }) => p50Ms),
    row('deliver, 99th percentile', ({ p99Ms }) => p99Ms, 10, 3),
    row('answer, 99th percentile', ({ answeredP99Ms = Number.NaN }) => answeredP99Ms, 10),
  ]
}

export function idleRows(taken: Taken<Idle>): readonly Row[] {
  const values = mediansOf(taken, ({ bytesPerConnection }) => bytesPerConnection / 1024)
  return [{ figure: 'memory of an idle connection, of 5,000', unit: 'KB', digits: 1, ...values, must: 9, stretch: 8 }]
}

/**
 * Compares the minimum of the last three tenths with the minimum of the first three. Memory that is not yet freed only adds to
 * a sample, and memory that is never freed raises the minimum.
 */
export function memoryRows(taken: Taken<Memory>, messages: number): readonly Row[] {
  const growth = ({ kept }: Memory) => Math.min(...kept.slice(-3)) - Math.min(...kept.slice(1, 4))
  const values = mediansOf(taken, (memory) => (growth(memory) / 2 ** 20 / (0.7 * messages)) * 100_000)
  const figure = `memory kept, growth per 100,000 of ${messages.toLocaleString('en')} messages`
  return [{ figure, unit: 'MB', digits: 2, ...values, must: 1, stretch: 0.1 }]
}

/** Formats one line per server. */
export function formatServers<T>(
  taken: Taken<T>,
  targets: Readonly<Record<TargetName, Target>>,
  headings: readonly string[],
  read: (figure: T) => readonly number[],
): string {
  const lines = targetNames.flatMap((name) => {
    const figures = taken[name]?.map(read)
    if (figures === undefined) return []
    const medians = headings.map((_, column) => median(figures.map((values) => values[column] ?? Number.NaN)))
    return [
      [
        targets[name].title,
        ...medians.map((value) => (Number.isNaN(value) ? '–' : value.toFixed(value >= 1000 ? 0 : value >= 10 ? 1 : 2))),
      ],
    ]
  })
  return formatCells([['server', ...headings], ...lines])
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
