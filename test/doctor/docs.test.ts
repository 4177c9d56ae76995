import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemCodes } from '../../packages/doctor/src/checks/finding.ts'
import { root } from '../docs/titles.ts'

const page = readFileSync(join(root, 'docs/doctor.md'), 'utf8')

test('docs/doctor.md: every code has a section, and every section is of a code', () => {
  const sections = [...page.matchAll(/^### (.*)$/gm)].map(([, code]) => code)
  expect(sections.toSorted()).toEqual([...problemCodes].toSorted())
})

test.each(problemCodes)('docs/doctor.md: %s says more than its name', (code) => {
  const [, text = ''] = new RegExp(`^### ${code}\n(.+)`, 'm').exec(page) ?? []
  expect(text.length).toBeGreaterThan(80)
})
