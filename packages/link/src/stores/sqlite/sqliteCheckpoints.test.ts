import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSqliteCheckpoints } from './sqliteCheckpoints.ts'

test('sqliteCheckpoints: after a thousand commits it folds alone, and retries after a failure', async () => {
  const at: number[] = []
  let commits = 0
  // An instant fold: during a slow one, thousands of commits can arrive.
  const folding = createSqliteCheckpoints({ exec: async () => {} }, (run) => {
    at.push(commits)
    return at.length === 1 ? Promise.reject(new Error('busy')) : run()
  })
  while (at.length < 3) {
    commits += 1
    folding.grew()
    await setImmediate()
  }
  const [first = 0, second = 0, third = 0] = at
  expect(first).toBeGreaterThanOrEqual(1_000)
  expect(second - first).toBeLessThan(1_000)
  expect(third - second).toBeGreaterThanOrEqual(1_000)
})
