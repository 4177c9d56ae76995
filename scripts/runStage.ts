import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scanRunLogs } from '../test/security/scanRunLogs.ts'
import { countPlaywright } from './countPlaywright.ts'
import { countVitest } from './countVitest.ts'
import { processorSeconds } from './processorSeconds.ts'
import { root, run, start } from './run.ts'
import type { StageResult } from './stageResult.ts'
import { projectsOf } from './stages.ts'

/**
 * Runs one stage of `npm test` and writes its result. Arguments: the stage's name, the file for the result, and the shard, if
 * any.
 */
const [, , stage = '', resultFile = '', shard = ''] = process.argv

const isNight = process.env.HAWSER_NIGHTLY === '1'
/** The relays' logs while the stages run, one folder for each stage. */
const runLogs = join(root, '.cache/logs')
const source = ['--import', 'tsx', '--conditions=@hawser/source']
/** Shards after the first run tests only. */
const isFirstShard = shard === '' || shard.startsWith('1/')

/** The scripts that build files for several stages. The packages come first, because the others read them. */
const builders = [['build'], ['buildPrograms', 'buildPages', 'publish/packAll']] as const

/** Runs commands that count no tests: each counts as one test, by its exit code. */
function countCommands(commands: readonly (readonly string[])[]): StageResult {
  const failing = commands
    .filter((args) => run(process.execPath, [...source, ...args]) !== 0)
    .map(([name]) => `${name}`)
  return { passed: commands.length - failing.length, failed: failing.length, failing, slow: [] }
}

/** Installs Bun and Deno, at night Next.js and Jest too. That is half a gigabyte that few tests run, and so not a workspace. */
async function installRuntimes(): Promise<StageResult> {
  const folder = join(root, 'test/runtimes')
  const installed = join(folder, 'node_modules/.package-lock.json')
  const isThere =
    existsSync(join(folder, 'node_modules', isNight ? 'next' : 'bun')) &&
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  // npm does not complete packages of which an interrupted installation wrote only some files.
  if (!existsSync(installed)) rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  const options = ['--no-save', '--no-workspaces', '--ignore-scripts', '--no-audit', '--no-fund']
  const omitted = isNight ? [] : ['--omit=dev']
  const failed = isThere || (await start('npm', ['install', ...options, ...omitted], {}, folder)) === 0 ? 0 : 1
  return { passed: 0, failed, failing: failed === 0 ? [] : ['npm install in test/runtimes'], slow: [] }
}

/**
 * Builds the packages, programs and pages. The installation runs meanwhile: it waits for its files and needs no core of its
 * own.
 */
async function buildShared(): Promise<StageResult> {
  const installed = installRuntimes()
  const results: StageResult[] = []
  for (const names of builders) {
    const codes = await Promise.all(names.map((name) => start(process.execPath, [...source, `scripts/${name}.ts`])))
    const failing = names.filter((_, index) => codes[index] !== 0)
    results.push({ passed: names.length - failing.length, failed: failing.length, failing, slow: [] })
  }
  return add([await installed, ...results])
}

/** T-60: checks the trace logs of relays for secrets, in every stage that starts relays. */
function scanLogs(): StageResult {
  const found = ['unit', 'contracts', 'interop', 'faults', 'browser']
    .filter((name) => existsSync(join(runLogs, name)))
    .map((name) => ({ name, ...scanRunLogs(join(runLogs, name)) }))
  for (const { name, logs, lines, secrets, problems } of found) {
    console.log(`${name}: ${lines} lines of ${logs} logs, ${secrets} secrets, ${problems.length} problems`)
    for (const problem of problems) console.error(`${join(runLogs, name)}: ${problem}`)
  }
  const failing = found
    .filter(({ problems }) => problems.length > 0)
    .map(({ name }) => `secrets in the logs of ${name}`)
  return { passed: found.length - failing.length, failed: failing.length, failing, slow: [] }
}

/** Runs the fault tests. At night their figures go into docs/reliability.md. */
function countFaults(): StageResult {
  const result = countVitest(['faults'], `${resultFile}.report`, shard)
  return isNight ? add([result, countCommands([['test/faults/writeReport.ts']])]) : result
}

/** Fuzzes for ten minutes, as long as the other lanes run at night. The figures go into docs/reliability.md too. */
function countFuzz(): StageResult {
  return countCommands([['test/fuzz/guided/main.ts', '--keep', '--seconds', '600'], ['test/faults/writeReport.ts']])
}

function add(results: readonly StageResult[]): StageResult {
  const sum = (count: (result: StageResult) => number) => results.reduce((total, result) => total + count(result), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    failing: results.flatMap(({ failing }) => failing),
    slow: results.flatMap(({ slow }) => slow),
  }
}

async function runStage(): Promise<StageResult> {
  if (stage === 'build') return buildShared()
  if (stage === 'check') return countCommands(isFirstShard ? [['scripts/check.ts']] : [])
  if (stage === 'packages') return countCommands(isFirstShard ? [['scripts/check-package.ts']] : [])
  if (stage === 'browser') return countPlaywright(`${resultFile}.report`, shard)
  if (stage === 'secrets') return scanLogs()
  if (stage === 'faults') return countFaults()
  if (stage === 'fuzz') return countFuzz()
  return countVitest(projectsOf[stage] ?? [stage], `${resultFile}.report`, shard)
}

const logs = join(runLogs, stage)
if (stage !== 'secrets') {
  process.env.HAWSER_RUN_LOGS = logs
  mkdirSync(logs, { recursive: true })
}
const result = await runStage()
const seconds = processorSeconds()
writeFileSync(resultFile, JSON.stringify({ ...result, ...(seconds !== undefined && { processorSeconds: seconds }) }))
