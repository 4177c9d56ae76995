import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authority, proofs } from '../../packages/link/src/records/authority.fixture.ts'
import { root } from './titles.ts'

const text = readFileSync(join(root, 'docs/link-accounts.md'), 'utf8')

test('docs/link-accounts.md T-50: the order of proofs is the one that both stores are tested for', () => {
  const section = text.slice(text.indexOf('## Whose proof counts for more'))
  const rows = section
    .slice(0, section.indexOf('\n- '))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
  expect(rows).toEqual([
    ["The other user's link rests on", ...Object.keys(proofs)],
    ...Object.entries(authority).map(([holder, outcomes]) => [holder, ...outcomes]),
  ])
})
