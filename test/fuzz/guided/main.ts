import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '@hawser/test-kit/random'
import { buildTargets } from './buildTargets.ts'
import { readCorpus } from './corpus.ts'
import { type Crash, guide } from './guide.ts'

// The long form: every target for its share of the time, with a new seed. Prints a line a target, and writes what it found.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3600' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(import.meta.dirname, '../../../.cache/fuzz') },
  },
})
const seed = Number(values.seed)
const build = await buildTargets(join(values.out, 'built'))
const only = values.only.split(',').filter(Boolean)
const targets = build.targets.filter(({ name }) => only.length === 0 || only.includes(name))
const shareMs = (Number(values.seconds) * 1000) / targets.length
console.log(`seed ${seed}, ${targets.length} targets, ${values.seconds} s, ${build.branches} branches in their sources`)
Error.stackTraceLimit = 2

mkdirSync(join(values.out, 'corpus'), { recursive: true })
const crashes: Crash[] = []
const all = new Set<number>()
const seeds = new Set<number>()
let executions = 0
for (const target of targets) {
  const until = performance.now() + shareMs
  const outcome = guide(build, target, {
    random: createRandom(seed),
    corpus: readCorpus(target.name),
    goesOn: (count) => count % 64 !== 0 || performance.now() < until,
  })
  executions += outcome.executions
  for (const branch of outcome.covered) all.add(branch)
  for (const branch of outcome.coveredBySeeds) seeds.add(branch)
  crashes.push(...outcome.crashes)
  writeFileSync(join(values.out, 'corpus', `${target.name}.json`), `${JSON.stringify(outcome.first, undefined, 1)}\n`)
  const { slowest } = outcome
  console.log(
    [
      target.name.padEnd(12),
      `${outcome.executions} executions`,
      `${outcome.covered.size} branches (${outcome.coveredBySeeds.size} by the seeds)`,
      `corpus ${outcome.corpus.length}`,
      `slowest ${slowest.tookMs.toFixed(1)} ms for ${slowest.input.length} characters`,
      `${outcome.crashes.length} crashes`,
    ].join(' · '),
  )
  for (const { problem, input } of outcome.crashes)
    console.log(`  ${problem}\n  ${JSON.stringify(input.slice(0, 2_000))}`)
}
console.log(
  `total: ${executions} executions, ${all.size} branches (${seeds.size} by the seeds), ${crashes.length} crashes`,
)
writeFileSync(join(values.out, 'crashes.json'), `${JSON.stringify(crashes, undefined, 1)}\n`)
process.exitCode = crashes.length > 0 ? 1 : 0
