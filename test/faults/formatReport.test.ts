import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { names, titlesIn } from '../docs/titles.ts'
import { formatFuzzing } from '../fuzz/guided/figures.ts'
import type { FaultFigures } from './faultRun.ts'
import { formatReport } from './formatReport.ts'
import { linkFaults, promiseFiles, properties } from './linkScenarios.ts'
import { scenarios } from './scenarios.ts'

const root = resolve(import.meta.dirname, '../..')

test('docs/reliability.md matches the recorded figures (writeReport.ts writes it)', () => {
  const figures: FaultFigures[] = JSON.parse(readFileSync(join(import.meta.dirname, 'figures.json'), 'utf8'))
  const fuzz = (file: string) => JSON.parse(readFileSync(join(root, 'test/fuzz/guided', file), 'utf8'))
  expect(readFileSync(join(root, 'docs/reliability.md'), 'utf8')).toBe(
    `${formatReport(figures)}\n${formatFuzzing(fuzz('figures.json'), fuzz('crashes.json'))}`,
  )
  for (const { planned, struck } of figures) expect(struck).toBeGreaterThanOrEqual(planned)
})

test('every scenario of the report is a test, in the file it names', () => {
  const named = [
    ...scenarios.map(({ id, file }) => ({ id: id.split(' ')[0] ?? id, files: [file] })),
    ...[...linkFaults, ...properties],
    ...Object.entries(promiseFiles).map(([id, files]) => ({ id, files })),
  ]
  const wrong = named.flatMap(({ id, files }) =>
    files
      .filter((file) => !titlesIn(readFileSync(join(root, file), 'utf8')).some((title) => names(title, id)))
      .map((file) => `${id} is no test of ${file}`),
  )
  expect(wrong).toEqual([])
})
