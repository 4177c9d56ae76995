import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createBenchProgress } from '../benchProgress.ts'
import { recordFigures } from '../figures/recordFigures.ts'
import { isWithin } from './growth.ts'
import { type Curve, measureSubject } from './measureSubject.ts'
import { subjects } from './subjects.ts'
import { chartOfGrowth, formatGrowth } from './table.ts'
import { createWorld } from './world.ts'

/**
 * `npm run bench -- --growth` measures the cost of one operation at 1 ×, 10 × and 100 × of the growing quantity, as multiples
 * of the cost at 1 ×. `--quick` (three rounds, without PostgreSQL and languages), `--rounds 9`,
 * `--only relay,link,registry,modal`, `--write` (writes table and picture into the docs). The exit code is 1 when a curve is
 * above its bound.
 */
const { values: flags } = parseArgs({
  options: {
    growth: { type: 'boolean', default: true },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string', default: 'relay,link,registry,modal' },
    write: { type: 'boolean', default: false },
  },
})
const rounds = Number(flags.rounds ?? (flags.quick ? 3 : 9))
const wanted = flags.only.split(',')
const isWhole = ['relay', 'link', 'registry', 'modal'].every((part) => wanted.includes(part))
if (flags.write && (flags.quick || !isWhole)) throw new Error('--write needs all curves: leave out --only and --quick.')
const measured = subjects.filter(
  (subject) => wanted.includes(subject.part) && !(flags.quick && subject.isLeftOutOfQuick),
)

const world = createWorld()
const curves: Curve[] = []
const progress = createBenchProgress('subjects measured')
try {
  for (const [index, subject] of measured.entries()) {
    progress.report(index, measured.length)
    const startedAt = performance.now()
    // In a browser a repetition takes seconds.
    const taken = await measureSubject(subject, subject.part === 'modal' ? Math.ceil(rounds / 2) : rounds, world)
    curves.push(...taken)
    progress.end()
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    console.error(`${subject.part}: ${subject.component}, ${subject.grows}: ${seconds} s`)
    for (const { operation, growth } of taken) console.error(`  ${operation.name}: ${JSON.stringify(growth)}`)
  }
} finally {
  progress.end()
  await world.stop()
}

const table = formatGrowth(curves)
const note = `Node ${process.version}, medians of ${rounds} interleaved rounds (half as many in the browser).`
console.log(`\n${note}\n\n${table}`)
console.log(`\nPrograms that wanted a processor, mean of the last five minutes: ${loadavg()[1]?.toFixed(1)}.`)
if (flags.write) recordFigures('growth', '## Cost as work grows', table, chartOfGrowth(note, curves))
const missed = curves.filter(({ growth, operation }) => !isWithin(growth, operation.bound))
for (const { subject, operation } of missed)
  console.error(`missed: ${subject.part}, ${subject.grows}: ${operation.name}`)
process.exit(missed.length === 0 ? 0 : 1)
