import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { chooseSeed, createRandom } from '@hawser/test-kit/random'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Build, buildTargets } from './buildTargets.ts'
import { readCorpus } from './corpus.ts'
import { type Crash, guide } from './guide.ts'
import { hitsModule, instrument } from './instrument.ts'
import type { Target } from './target.ts'
import { targets } from './targets.ts'

const seed = chooseSeed('guided')
const executions = isNight ? 50_000 : 100
const folder = mkdtempSync(join(tmpdir(), 'hawser-fuzz-'))
const vectors: readonly Omit<Crash, 'problem'>[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'crashes.json'), 'utf8'),
)
let build: Build

beforeAll(async () => {
  build = await buildTargets(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(targets.map(({ name, cost }) => [name, Math.ceil(executions / cost)] as const))(
  '%s holds its promise, with any guided changes of its corpus (%i of them)',
  (name, count) => {
    const target = build.targets.find((each) => each.name === name) ?? expect.fail(name)
    const corpus = readCorpus(name)
    const { crashes, covered } = guide(build, target, {
      random: createRandom(seed),
      corpus,
      goesOn: (done) => done < count + corpus.length,
    })
    expect(crashes).toEqual([])
    // Branches are counted at all, and in our sources.
    expect(covered.size).toBeGreaterThan(20)
  },
  isNight ? 3_600_000 : 120_000,
)

test.each(vectors)('an input that once broke a promise breaks none now: $target, $what', ({ target: name, input }) => {
  const target = targets.find((each) => each.name === name)
  expect(() => target?.run(input)).not.toThrow()
  expect(target).toBeDefined()
})

test('every corpus belongs to a target, and is not empty', () => {
  for (const { name } of targets) expect(readCorpus(name).length).toBeGreaterThan(1)
})

/** A reader that breaks on only one text, which it compares character by character. */
const brittle = `
export function read(text: string): void {
  if (text.charAt(0) === '{')
    if (text.charAt(1) === '?')
      if (text.charAt(2) === '\\u202e')
        if (text.length < 9) throw new TypeError('unforeseen')
}`

/** Builds the reader as a target, with its counters or with counters that the guide does not see. */
function buildBrittle(isGuided: boolean): Build {
  const { code, branches } = instrument(brittle, 'brittle.ts', 0)
  const hits = new Uint8Array(branches)
  const body = code.replace(`import { fuzzHits } from '${hitsModule}'`, '').replace('export ', '')
  const run: Target['run'] = new Function('fuzzHits', `${body}\nreturn read`)(
    isGuided ? hits : new Uint8Array(branches),
  )
  const target: Target = { name: 'brittle', cost: 1, run }
  return { targets: [target], hits, branches, fileOf: () => '', texts: ['none'] }
}

describe('guidance', () => {
  const tryBrittle = (isGuided: boolean) => {
    const built = buildBrittle(isGuided)
    const [target] = built.targets
    if (target === undefined) return expect.fail('There is no target.')
    return guide(built, target, { random: createRandom(7), corpus: ['aaaa'], goesOn: (done) => done < 100_000 })
  }

  test('finds code behind several conditions', () => {
    const { crashes, covered, coveredBySeeds } = tryBrittle(true)
    expect(crashes.map(({ problem, input }) => [problem.split(' (')[0], input.slice(0, 3)])).toEqual([
      ['TypeError: unforeseen', '{?\u202e'],
    ])
    expect(covered.size).toBeGreaterThan(coveredBySeeds.size)
  })

  test('without coverage the same number of changes does not find it', () => {
    expect(tryBrittle(false).crashes).toEqual([])
  })
})
