import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../packages/link/src/stores/startPostgres.conformance.ts'
import { formatTable, type Row } from '../modal/formatTable.ts'
import { median } from '../modal/median.ts'
import { runLoad, startNode } from '../relay/startProgram.ts'
import type { LinkFigures, LinkTask } from './load.ts'
import { percentile } from './percentile.ts'
import { buildPrograms, measureDisk } from './programs.ts'

/**
 * `npm run bench:link`: a host app's server on one core, and on the other 200 visitors a second who each link another wallet by
 * its key: what `POST /proofs` takes, and of that the check of the signature alone. `--rounds 5`, `--quick` (2 short rounds),
 * `--only sqlite,postgres`, `--pace 200`, `--seconds 10`. It ends with exit code 1 when a figure that must be reached is not.
 */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'sqlite,postgres' },
    pace: { type: 'string', default: '200' },
    seconds: { type: 'string' },
  },
})
const rounds = Number(flags.rounds ?? (flags.quick ? 2 : 5))
const seconds = Number(flags.seconds ?? (flags.quick ? 3 : 10))
const perSecond = Number(flags.pace)
const mostMs = 5

console.error('building the programs …')
const programs = await buildPrograms()
const folder = mkdtempSync(join(tmpdir(), 'hawser-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const rows: Row[] = []
const base = { reference: undefined, floor: undefined, must: undefined, stretch: undefined, unit: 'ms', digits: 2 }

async function measureStore(name: string, place: string): Promise<void> {
  const server = await startNode([programs.server, place])
  const taken: LinkFigures[] = []
  const count = perSecond * seconds
  for (let round = 0; round < rounds; round += 1) {
    // A server that has just been started runs code that is not compiled yet.
    const warmUp = perSecond * (round === 0 ? 5 : 1)
    const from = round * (5 * perSecond + count)
    const task: LinkTask = { port: server.port, pid: server.pid, perSecond, warmUp, count, from }
    const figures = (await runLoad(programs.load, task)) as LinkFigures
    console.error(`${name}, round ${round + 1} of ${rounds}: ${JSON.stringify(figures)}`)
    taken.push(figures)
  }
  await server.stop()
  const row = (figure: string, read: (figures: LinkFigures) => number): Row => ({
    ...{ ...base, figure: `${name}: ${figure}`, ours: median(taken.map(read)) },
  })
  rows.push({ ...row('verifications a second', ({ perSecond }) => perSecond), unit: '', digits: 0 })
  rows.push(row('POST /proofs, median', ({ proofP50Ms }) => proofP50Ms))
  rows.push({ ...row('POST /proofs, 99th percentile', ({ proofP99Ms }) => proofP99Ms), must: mostMs })
  const share = taken.filter(({ proofP99Ms }) => proofP99Ms <= mostMs).length / taken.length
  rows.push({ ...row(`of rounds within ${mostMs} ms`, () => share), unit: '' })
  rows.push(row('POST /proofs, the slowest of a round', ({ proofMaxMs }) => proofMaxMs))
  rows.push(row('POST /challenges, 99th percentile', ({ challengeP99Ms }) => challengeP99Ms))
  rows.push({ ...row('a challenge and its proof, the server', ({ cpuMicros }) => cpuMicros / 1000), unit: 'CPU ms' })
}

const disk = measureDisk(folder, 500)
rows.push({ ...base, figure: 'this disk, one write that stays, median', ours: percentile(disk, 0.5) })
rows.push({ ...base, figure: 'this disk, one write that stays, 99th percentile', ours: percentile(disk, 0.99) })
const checks: { p50Ms: number; p99Ms: number }[] = []
for (let round = 0; round < rounds; round += 1)
  checks.push(
    (await runLoad(programs.check, { count: perSecond * (flags.quick ? 2 : 5), perSecond })) as (typeof checks)[0],
  )
const ofChecks = (figure: string, ours: number): Row => ({
  ...base,
  figure: `the check of a signature alone, ${figure}`,
  ours,
})
rows.push(ofChecks('median', median(checks.map(({ p50Ms }) => p50Ms))))
rows.push({ ...ofChecks('99th percentile', median(checks.map(({ p99Ms }) => p99Ms))), must: mostMs })

if (flags.only.includes('sqlite')) await measureStore('SQLite', join(folder, 'link.sqlite'))
if (flags.only.includes('postgres')) {
  const postgres = await startPostgres()
  try {
    await measureStore('PostgreSQL', await postgres.newSchema())
  } finally {
    await postgres.stop()
  }
}

console.log(
  `\nNode ${process.version}, one core each for server and load. ${perSecond} verifications a second for ${seconds} s, each of another user and wallet; medians of ${rounds} rounds.\n`,
)
console.log(formatTable(rows))
console.log(`\nPrograms that wanted a processor, mean of the last five minutes: ${loadavg()[1]?.toFixed(1)}.`)
const missed = rows.filter(({ ours, must }) => must !== undefined && !(ours <= must))
for (const { figure } of missed) console.error(`missed: ${figure}`)
process.exit(missed.length === 0 ? 0 : 1)
