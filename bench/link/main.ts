import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres, type TestPostgres } from '@hawser/test-kit/startPostgres'
import { createBenchProgress } from '../benchProgress.ts'
import { buildPrograms } from '../buildPrograms.ts'
import { formatTable, type Row } from '../modal/formatTable.ts'
import { median } from '../modal/median.ts'
import { readWrittenBytes } from '../relay/processFigures.ts'
import { cores, runLoad, startNode } from '../relay/startProgram.ts'
import type { CheckFigures } from './check.ts'
import type { DiskFigures } from './disk.ts'
import type { LinkFigures, LinkTask, StepFigures } from './load.ts'
import { formatHandoffs, measureHandoffs } from './measureHandoffs.ts'
import { percentile } from './percentile.ts'
import { programs as sources } from './programs.ts'

/**
 * `npm run bench:link` measures a host app's server on one core. On the other core, 200 visitors a second each prove another
 * wallet by its key. The bench measures the verification, in the server and alone, and the whole of `POST /proofs`. For
 * comparison (`floor`) a server only writes a row in the same database, and (`reference`) that server also computes for as long
 * as ours does.
 * `--only handoff` compares handoffs with links instead, on both stores.
 * `--rounds 5`, `--quick` (2 short rounds), `--only floor,sqlite,postgres` (`floor` beside each store), `--pace 200`,
 * `--seconds 10`, and `--flags=--v8-pool-size=1` for Node options of the servers instead of those in docs/link-performance.md.
 * The exit code is 1 when a required figure is missed.
 */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'floor,sqlite,postgres' },
    pace: { type: 'string', default: '200' },
    seconds: { type: 'string' },
    flags: {
      type: 'string',
      default: '--max-semi-space-size=4 --single-threaded-gc --v8-pool-size=1 --use-largepages=silent',
    },
  },
})
const rounds = Number(flags.rounds ?? (flags.quick ? 2 : 5))
const seconds = Number(flags.seconds ?? (flags.quick ? 3 : 10))
// For its first ten thousand requests and more, a server compiles its code on the core that answers them.
const warmUpRounds = flags.quick ? 1 : 2
const warmUpSeconds = flags.quick ? 5 : 30
const perSecond = Number(flags.pace)
const mostMs = 5
const nodeFlags = flags.flags.split(' ').filter((flag) => flag !== '')

console.error('building the programs …')
const programs = await buildPrograms('link', sources)
const folder = mkdtempSync(join(tmpdir(), 'hawser-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

if (flags.only === 'handoff') {
  const counted = { rounds, count: flags.quick ? 500 : 2_000 }
  const measured = [
    ...(await measureHandoffs(programs, nodeFlags, {
      name: 'SQLite',
      place: join(folder, 'handoffs.sqlite'),
      ...counted,
    })),
    ...(await withPostgres(async (postgres) =>
      measureHandoffs(programs, nodeFlags, { name: 'PostgreSQL', place: await postgres.newSchema(), ...counted }),
    )),
  ]
  console.log(
    `\nNode ${process.version}, one core each for server and load; ${counted.count} visitors a step over 64 connections; medians of ${rounds} rounds.\n`,
  )
  console.log(formatHandoffs(measured))
  console.log(`\nPrograms that wanted a processor, mean of the last five minutes: ${loadavg()[1]?.toFixed(1)}.`)
  process.exit(0)
}

const rows: Row[] = []
const base = { reference: undefined, floor: undefined, must: undefined, stretch: undefined, unit: 'ms', digits: 2 }

type MeasuredServer = {
  readonly name: string
  readonly port: number
  readonly taken: LinkFigures[]
  runRound(): Promise<LinkFigures>
  /** Runs a round that does not count. */
  runTrial(): Promise<StepFigures>
  /** @returns the bytes that the server has written */
  stop(): Promise<number>
}

/** Starts a server and runs its warm-up. */
async function startServer(name: string, programAndArgs: readonly string[]): Promise<MeasuredServer> {
  const server = await startNode([...nodeFlags, ...programAndArgs])
  const taken: LinkFigures[] = []
  let from = 0
  const load = async (warmUp: number, count: number) => {
    const task: LinkTask = { port: server.port, pid: server.pid, perSecond, warmUp, count, from }
    from += warmUp + count
    return (await runLoad(programs.load, task)) as LinkFigures
  }
  for (let round = 0; round < warmUpRounds; round += 1) await load(0, perSecond * warmUpSeconds)
  return {
    name,
    port: server.port,
    taken,
    async runRound() {
      const figures = await load(perSecond, perSecond * seconds)
      taken.push(figures)
      return figures
    },
    runTrial: async () => (await load(perSecond, perSecond * seconds)).proofs,
    async stop() {
      const writtenBytes = readWrittenBytes(server.pid)
      await server.stop()
      return writtenBytes
    },
  }
}

/** The number of visitors who prove a wallet in all rounds of a server. */
const visitors =
  perSecond * ((rounds + (flags.only.includes('floor') ? 1 : 0)) * (1 + seconds) + warmUpRounds * warmUpSeconds)

/**
 * Measures our server, and beside it the floor and the reference: one round of each in turn, so that other work on the machine
 * affects all of them.
 * @param newPlace - returns a new SQLite file or PostgreSQL schema
 */
async function measureStore(name: string, newPlace: (part: string) => string | Promise<string>): Promise<void> {
  const place = await newPlace('link')
  const own = await startServer(name, [programs.server, place])
  const peers: MeasuredServer[] = []
  if (flags.only.includes('floor')) {
    const floor = await startServer(`floor on ${name}`, [programs.floor, await newPlace('floor'), '0'])
    // The reference uses as much processor time as ours, and only computes.
    const [trial, floorTrial] = [await own.runTrial(), await floor.runTrial()]
    const busyMs = Math.max(0, (trial.cpuMicros - floorTrial.cpuMicros) / 1000)
    const busy = [programs.floor, await newPlace('busy'), String(busyMs)]
    peers.push(floor, await startServer(`as busy as ${name}`, busy))
  }
  const verifying: (readonly number[])[] = []
  const progress = createBenchProgress(`${name}, rounds`)
  for (let round = 0; round < rounds; round += 1) {
    // The first one rotates, because the work that a server puts off falls into the round of the next.
    const servers = [own, ...peers]
    const first = round % servers.length
    for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
      progress.report(round, rounds)
      const figures = await server.runRound()
      progress.end()
      console.error(`${server.name}, round ${round + 1} of ${rounds}: ${JSON.stringify(figures)}`)
    }
    const all = (await (await fetch(`http://127.0.0.1:${own.port}/verifying`)).json()) as number[]
    // Without the proofs of the warm-up.
    verifying.push(all.slice(-perSecond * seconds))
  }
  const { taken } = own
  const [writtenBytes = 0] = await Promise.all([own, ...peers].map((server) => server.stop()))
  const [floor, busy] = peers.map((server) => mediansOf(server.taken))
  const row = (figure: string, read: (figures: LinkFigures) => number): Row => ({
    ...{ ...base, figure: `${name}: ${figure}`, ours: median(taken.map(read)) },
  })
  const verifyingRow = (figure: string, share: number): Row => ({
    ...{ ...base, figure: `${name}: verifying a proof, ${figure}` },
    ours: median(verifying.map((times) => percentile(times, share))),
  })
  rows.push(verifyingRow('median', 0.5))
  rows.push({ ...verifyingRow('99th percentile', 0.99), must: mostMs })
  const kept = { unit: '', digits: 0, must: 0.98 * perSecond, isAtLeast: true }
  rows.push({ ...row('proofs a second', ({ proofs }) => proofs.perSecond), ...kept })
  const ours = mediansOf(taken)
  const postRow = (figure: string, read: (figures: StepFigures) => number): Row => ({
    ...{ ...base, figure: `${name}: POST /proofs, ${figure}`, ours: read(ours) },
    ...{ floor: floor && read(floor), reference: busy && read(busy) },
  })
  rows.push(postRow('median', ({ p50Ms }) => p50Ms))
  rows.push({ ...postRow('99th percentile', ({ p99Ms }) => p99Ms), must: busy ? 1.25 * busy.p99Ms : mostMs })
  rows.push(postRow('the slowest of a round', ({ maxMs }) => maxMs))
  rows.push(row('POST /challenges, 99th percentile', ({ challenges }) => challenges.p99Ms))
  // For PostgreSQL, separate processes write to the disk.
  if (place.endsWith('.sqlite'))
    rows.push({
      ...base,
      figure: `${name}: written to the disk`,
      ours: writtenBytes / visitors / 1000,
      unit: 'kB for each visitor',
    })
  // The time that one core can spend on each request at this rate.
  const cpu = { unit: 'CPU ms', must: 1000 / perSecond }
  rows.push({ ...postRow('the server', ({ cpuMicros }) => cpuMicros / 1000), ...cpu })
  rows.push({ ...row('POST /challenges, the server', ({ challenges }) => challenges.cpuMicros / 1000), unit: 'CPU ms' })
}

function mediansOf(taken: readonly LinkFigures[]): StepFigures {
  const of = (read: (figures: StepFigures) => number) => median(taken.map(({ proofs }) => read(proofs)))
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    maxMs: of(({ maxMs }) => maxMs),
    cpuMicros: of(({ cpuMicros }) => cpuMicros),
  }
}

const disks: DiskFigures[] = []
for (let round = 0; round < rounds; round += 1) {
  const task = { place: join(folder, 'disk'), count: perSecond * seconds, perSecond }
  disks.push((await runLoad(programs.disk, task)) as DiskFigures)
}
const ofDisk = (figure: string, read: (figures: DiskFigures) => number): Row => ({
  ...{ ...base, figure: `this disk, one page that stays, ${figure}`, ours: median(disks.map(read)) },
})
rows.push(ofDisk('median', ({ p50Ms }) => p50Ms))
rows.push(ofDisk('99th percentile', ({ p99Ms }) => p99Ms))
const checks: CheckFigures[] = []
for (let round = 0; round < rounds; round += 1)
  checks.push((await runLoad(programs.check, { count: perSecond * (flags.quick ? 2 : 5), perSecond })) as CheckFigures)
const ofChecks = (figure: string, ours: number): Row => ({
  ...base,
  figure: `the check of a signature alone, ${figure}`,
  ours,
})
rows.push(ofChecks('median', median(checks.map(({ p50Ms }) => p50Ms))))
rows.push({ ...ofChecks('99th percentile, waiting included', median(checks.map(({ p99Ms }) => p99Ms))), must: mostMs })
rows.push(ofChecks('of it recovering the key', median(checks.map(({ recoveryMs }) => recoveryMs))))
rows.push(ofChecks('the same without WebAssembly', median(checks.map(({ scriptMs }) => scriptMs))))

if (flags.only.includes('sqlite')) await measureStore('SQLite', (part) => join(folder, `${part}.sqlite`))
if (flags.only.includes('postgres'))
  await withPostgres((postgres) => measureStore('PostgreSQL', () => postgres.newSchema()))

/** Runs PostgreSQL, and everything started from here on, on the core of the load: a database usually has its own machine. */
async function withPostgres<T>(measure: (postgres: TestPostgres) => Promise<T>): Promise<T> {
  execFileSync('taskset', ['-cp', cores.load, String(process.pid)], { stdio: 'ignore' })
  const postgres = await startPostgres([], 'disk')
  try {
    return await measure(postgres)
  } finally {
    await postgres.stop()
  }
}

console.log(
  `\nNode ${process.version}, one core each for server and load. ${perSecond} challenges a second for ${seconds} s, then as many proofs, each of another user and wallet; medians of ${rounds} rounds.\n`,
)
console.log(formatTable(rows))
console.log(`\nPrograms that wanted a processor, mean of the last five minutes: ${loadavg()[1]?.toFixed(1)}.`)
const missed = rows.filter(
  ({ ours, must, isAtLeast }) => must !== undefined && !(isAtLeast ? ours >= must : ours <= must),
)
for (const { figure } of missed) console.error(`missed: ${figure}`)
process.exit(missed.length === 0 ? 0 : 1)
