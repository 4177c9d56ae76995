import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/kit/temporaryFolder.ts'
import { findProgram, type ProgramName } from './programs.ts'
import { isYielding, laneOf, planStages, stages } from './stages.ts'

const all = () => true
const but =
  (...missing: readonly ProgramName[]) =>
  (name: ProgramName) =>
    !missing.includes(name)
const namesOf = ({ run }: ReturnType<typeof planStages>) => run.map(({ name }) => name)

test('planStages: with every program all stages run, by day all but the nightly ones', () => {
  const [day, night] = [false, true].map((isNight) => planStages([], all, 'linux', false, isNight))
  expect(night && namesOf(night)).toEqual(stages.map(({ name }) => name))
  expect(day && namesOf(day)).toEqual(
    stages.map(({ name }) => name).filter((name) => !['fuzz', 'timed'].includes(name)),
  )
  expect([day?.left, night?.left]).toEqual([[], []])
  expect(namesOf(planStages(['fuzz'], all, 'linux', false))).toEqual(['build', 'fuzz'])
})

test('planStages: --only selects the named stages, and the stages that build for them', () => {
  expect(namesOf(planStages(['browser', 'unit'], all, 'linux', false))).toEqual(['build', 'unit', 'browser'])
})

test('laneOf: every lane has a long stage by day and at night, and nothing runs beside the build', () => {
  const lanesOf = (names: readonly string[], isNight: boolean) =>
    stages.filter(({ name }) => names.includes(name)).map((stage) => laneOf(stage, isNight))
  expect(lanesOf(['build', 'unit', 'browser', 'servers', 'faults'], false)).toEqual([
    'first',
    'one',
    'two',
    'two',
    'one',
  ])
  expect(lanesOf(['build', 'unit', 'browser', 'servers', 'faults'], true)).toEqual([
    'first',
    'one',
    'two',
    'two',
    'three',
  ])
})

test('isYielding: at night a stage that measures time goes before the others, by day none does', () => {
  const first = (isNight: boolean) => stages.filter((stage) => !isYielding(stage, isNight)).map(({ name }) => name)
  expect(first(true)).toEqual(['servers', 'faults', 'timed'])
  expect(first(false)).toEqual(stages.map(({ name }) => name))
})

test('planStages: names a stage that does not exist', () => {
  expect(planStages(['units'], all, 'linux', false).unknown).toEqual(['units'])
})

test.each([
  ['darwin', false, 'brew install redis'],
  ['linux', true, 'dnf install redis'],
  ['linux', false, 'apt-get install redis-server'],
] as const)('planStages: on %s with dnf %s a stage without its program says how to get it', (platform, hasDnf, how) => {
  const plan = planStages([], but('redis'), platform, hasDnf)
  expect(plan.left).toContain(`servers did not run: it needs redis-server (${how})`)
  expect(namesOf(plan)).toContain('unit')
  expect(namesOf(plan)).not.toContain('servers')
})

test('planStages: reports a program that the tool does not have as such', () => {
  const [line] = planStages(['contracts'], but('anvil'), 'linux', true).left
  expect(line).toBe('contracts did not run: it needs anvil (dnf does not have it: see its own site)')
})

test('findProgram: finds executables on the path, and nothing else', () => {
  const folder = temporaryFolder()
  for (const name of ['hawser-tool', 'hawser-text']) writeFileSync(join(folder, name), '')
  chmodSync(join(folder, 'hawser-tool'), 0o755)
  chmodSync(join(folder, 'hawser-text'), 0o644)
  expect(findProgram('hawser-tool', folder)).toBe(join(folder, 'hawser-tool'))
  expect([findProgram('hawser-text', folder), findProgram('hawser-tool', '')]).toEqual([undefined, undefined])
})
