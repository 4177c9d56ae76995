import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findProgram, type Program, type ProgramName, programs } from './programs.ts'
import { root, run } from './run.ts'
import type { StageResult } from './stageResult.ts'
import { isYielding, laneOf, planStages, type Stage } from './stages.ts'

/**
 * Runs everything that a change must pass. `--only unit,browser` runs some of the stages, `--shard 1/3` a third of the tests of
 * each, `--nightly` the long forms. Installs missing programs from Debian's packages. The output ends with the line `N passed,
 * N failed`. A skipped test counts as failed, and so does a stage that breaks down.
 */
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    shard: { type: 'string', default: '' },
    nightly: { type: 'boolean', default: false },
  },
})
if (flags.nightly) process.env.HAWSER_NIGHTLY = '1'

const only = flags.only.split(',').filter(Boolean)
const folder = join(root, '.cache/test')
const hasDnf = findProgram('dnf') !== undefined
const has = (name: ProgramName) => findProgram(programs[name].name) !== undefined
const plan = () => planStages(only, has, process.platform, hasDnf, flags.nightly)

/** Installs missing programs with apt-get: each on its own, because an older Debian does not have all of them. */
function installPrograms(): void {
  const missing = Object.values<Program>(programs).flatMap(({ name, debian, isNightly }) =>
    findProgram(name) === undefined && debian !== '' && (flags.nightly || isNightly === undefined) ? [debian] : [],
  )
  if (missing.length === 0 || findProgram('apt-get') === undefined) return
  console.log(`Installing from Debian’s packages: ${missing.join(', ')}`)
  run('apt-get', ['update', '-qq'])
  for (const name of missing) run('apt-get', ['install', '-y', '-qq', name], { DEBIAN_FRONTEND: 'noninteractive' })
}

/** The words before a stage's command that leave the processor to others. As root, Chromium could otherwise take it back. */
const nice = ['nice', '-n', '19']
const yielding = [['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice', ...nice], nice].find(
  ([program = '', ...words]) => spawnSync(program, [...words, 'true']).status === 0,
)

/** Runs a stage in a process of its own; prints its output when it ends, so that lanes do not mix. */
async function runStage(stage: Stage): Promise<StageResult> {
  const startedAt = Date.now()
  const [output, result] = ['log', 'json'].map((ending) => join(folder, `${stage.name}.${ending}`))
  const log = openSync(`${output}`, 'w')
  const [program = '', ...words] = [...(isYielding(stage, flags.nightly) ? (yielding ?? []) : []), process.execPath]
  const script = ['--import', 'tsx', '--conditions=@hawser/source', 'scripts/runStage.ts', stage.name, `${result}`]
  const child = spawn(program, [...words, ...script, flags.shard], { cwd: root, stdio: ['ignore', log, log] })
  await new Promise((done) => child.once('close', done))
  closeSync(log)
  console.log(`\n── ${stage.name}\n${readFileSync(`${output}`, 'utf8').trimEnd()}`)
  const broken: StageResult = { passed: 0, failed: 1, failing: [`${stage.name}: it broke down`], slow: [] }
  const { passed, failed, failing, slow, processorSeconds }: StageResult = existsSync(`${result}`)
    ? JSON.parse(readFileSync(`${result}`, 'utf8'))
    : broken
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const ofProcessor = processorSeconds === undefined ? '' : `, ${Math.round(processorSeconds)} s of the processor`
  console.log(`── ${stage.name}: ${passed} passed, ${failed} failed, ${seconds} s${ofProcessor}`)
  const unnamed = failed - failing.length
  return {
    ...{ passed, failed, slow },
    failing: unnamed > 0 ? [...failing, `${stage.name}: ${unnamed} without a name, see there`] : failing,
  }
}

async function runLane(lane: Stage['lane'], stages: readonly Stage[]): Promise<StageResult[]> {
  const results: StageResult[] = []
  for (const stage of stages) if (laneOf(stage, flags.nightly) === lane) results.push(await runStage(stage))
  return results
}

for (const old of [folder, join(root, '.cache/logs')]) rmSync(old, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
installPrograms()
const { run: chosen, left, unknown } = plan()
for (const name of unknown) console.error(`There is no stage ${name}.`)
const results = await runLane('first', chosen)
if (results.every(({ failed }) => failed === 0)) {
  process.env.HAWSER_BUILT = '1'
  const lanes = await Promise.all((['one', 'two', 'three'] as const).map((lane) => runLane(lane, chosen)))
  results.push(...lanes.flat(), ...(await runLane('last', chosen)))
}

const slowest = results.flatMap(({ slow }) => slow).sort((one, other) => other.seconds - one.seconds)
console.log('\nThe ten slowest files:')
for (const { file, seconds } of slowest.slice(0, 10)) console.log(`  ${seconds.toFixed(1)} s ${file}`)
// Repeated at the end, because the first lines of the stages are far above.
for (const line of left) console.log(line)
for (const line of results.flatMap(({ failing }) => failing)) console.log(`failed: ${line}`)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
// On a developer's machine a stage may be missing; CI must have them all.
const lacking = unknown.length + (process.env.CI === 'true' ? left.length : 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0) + lacking
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
