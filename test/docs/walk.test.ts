import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const walk = readFileSync(join(root, 'docs/walk.md'), 'utf8')
// `core/flow/flow.ts` in the walk is packages/core/src/flow/flow.ts. Apps and tests appear with their whole path.
const named = [...walk.matchAll(/`([a-zA-Z]+\/[a-zA-Z0-9/.]+\.tsx?)`/g)].map(([, path = '']) => path)

test('walk: names a file for each of its twelve steps', () => {
  expect([...walk.matchAll(/^\| (\d+) \|/gm)].map(([, step]) => Number(step))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ])
  expect(named.length).toBeGreaterThan(15)
})

test.each([...new Set(named)])('walk: %s exists', (path) => {
  const [owner = '', ...rest] = path.split('/')
  const isWhole = owner === 'apps' || owner === 'packages' || owner === 'test'
  const file = isWhole ? join(root, path) : join(root, 'packages', owner, 'src', ...rest)
  expect(existsSync(file), `${path} is named in docs/walk.md`).toBe(true)
})
