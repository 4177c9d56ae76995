import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')

test('docs/errors/proof_invalid.md: each reason of the code has its row, and each row its reason', () => {
  const [, union = ''] = /type ProofMistake =\n((?: {2}\| '\w+'\n)+)/.exec(read('packages/link/src/errors.ts')) ?? []
  const reasons = [...union.matchAll(/'(\w+)'/g)].map(([, reason]) => reason)
  const rows = [...read('docs/errors/proof_invalid.md').matchAll(/^\| `(\w+_\w+)` \| (.+) \| (.+) \|$/gm)]
  expect(reasons.length).toBeGreaterThan(15)
  expect(rows.map(([, reason]) => reason).sort()).toEqual(reasons.sort())
  // Each row has a cause and a remedy.
  for (const [, reason, happened = '', remedy = ''] of rows)
    expect(Math.min(happened.length, remedy.length), reason).toBeGreaterThan(4)
})
