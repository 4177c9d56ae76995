import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '@hawser/test-kit/random'
import { buildTargets } from './buildTargets.ts'
import { readCorpus } from './corpus.ts'
import type { FuzzFigures, TargetFigures } from './figures.ts'
import { type Crash, guide } from './guide.ts'

// The long run gives every target its share of the time, with a new seed. It prints a line per target and writes its finds to
// `--out`. With `--keep` it also writes its figures and the inputs with new branches to this folder.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3600' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(import.meta.dirname, '../../../.cache/fuzz') },
    keep: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const build = await buildTargets(join(values.out, 'built'))
const only = values.only.split(',').filter(Boolean)
const targets = build.targets.filter(({ name }) => only.length === 0 || only.includes(name))
const shareMs = (Number(values.seconds) * 1000) / targets.length
console.log(`seed ${seed}, ${targets.length} targets, ${values.seconds} s, ${build.branches} branches in their sources`)
Error.stackTraceLimit = 2

const crashes: Crash[] = []
const all = new Set<number>()
const seeds = new Set<number>()
const figures: TargetFigures[] = []
for (const target of targets) {
  const until = performance.now() + shareMs
  const outcome = guide(build, target, {
    random: createRandom(seed),
    corpus: readCorpus(target.name),
    goesOn: (count) => count % 64 !== 0 || performance.now() < until,
  })
  for (const branch of outcome.covered) all.add(branch)
  for (const branch of outcome.coveredBySeeds) seeds.add(branch)
  crashes.push(...outcome.crashes)
  const { executions, covered, coveredBySeeds } = outcome
  const counted = { executions, branches: covered.size, bySeeds: coveredBySeeds.size, crashes: outcome.crashes.length }
  figures.push({ name: target.name, ...counted })
  console.log(JSON.stringify({ ...figures.at(-1), corpus: outcome.corpus.length, slowestMs: outcome.slowest.tookMs }))
  for (const { problem, input } of outcome.crashes)
    console.log(`  ${problem}\n  ${JSON.stringify(input.slice(0, 2_000))}`)
  writeJson(values.out, `corpus/${target.name}.json`, outcome.first)
  // The seeds stay, because inputs that a regular expression distinguishes count as one branch.
  if (values.keep)
    writeJson(import.meta.dirname, `corpus/${target.name}.json`, [
      ...new Set([...readCorpus(target.name), ...outcome.first]),
    ])
}
const total: FuzzFigures = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`,
  seed,
  seconds: Number(values.seconds),
  branchesInSources: build.branches,
  branches: all.size,
  bySeeds: seeds.size,
  targets: figures,
}
writeJson(values.out, 'figures.json', total)
writeJson(values.out, 'crashes.json', crashes)
if (values.keep) writeJson(import.meta.dirname, 'figures.json', total)
console.log(`${all.size} branches (${seeds.size} by the seeds), ${crashes.length} crashes`)
process.exitCode = crashes.length > 0 ? 1 : 0

function writeJson(folder: string, file: string, value: unknown): void {
  mkdirSync(join(folder, file, '..'), { recursive: true })
  writeFileSync(join(folder, file), `${JSON.stringify(value, undefined, 2)}\n`)
}
