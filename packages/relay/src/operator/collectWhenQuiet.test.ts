import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { programFile } from '@hawser/test-kit/program'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectWhenQuiet } from './collectWhenQuiet.ts'

const megabyte = 1024 ** 2

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A process whose room for young objects is 1 MB after a collection. */
function createProcess() {
  const state = { utilization: 0, youngRoom: megabyte, used: 60 * megabyte, collections: 0 }
  const { stop } = collectWhenQuiet({
    everyMs: 5_000,
    state: { utilization: () => state.utilization, heap: () => state },
    collect() {
      state.collections += 1
      state.youngRoom = megabyte
    },
  })
  return { state, stop, pass: (seconds: number) => vi.advanceTimersByTime(seconds * 1_000) }
}

test('returns the memory of a rush once it is over, not while it lasts', () => {
  const { state, stop, pass } = createProcess()
  pass(60)
  expect(state.collections).toBe(0)
  state.utilization = 0.05
  state.youngRoom = 128 * megabyte
  pass(60)
  expect(state.collections).toBe(0)
  state.utilization = 0.001
  pass(5)
  expect(state.collections).toBe(1)
  pass(600)
  expect(state.collections).toBe(1)
  stop()
})

test('pauses the process for it once a minute at most; after stop, never', () => {
  const { state, stop, pass } = createProcess()
  const times: number[] = []
  for (let second = 0; second < 300; second += 5) {
    state.youngRoom = 64 * megabyte
    const before = state.collections
    pass(5)
    if (state.collections > before) times.push(second)
  }
  expect(times).toEqual([0, 60, 120, 180, 240])
  state.youngRoom = 128 * megabyte
  state.used = 300 * megabyte
  pass(600)
  expect(state.collections).toBe(5)
  stop()
  state.used = 60 * megabyte
  pass(600)
  expect(state.collections).toBe(5)
})

test('a separate process returns its memory after much work', () => {
  const program = `
    import { collectWhenQuiet } from ${JSON.stringify(programFile(join(import.meta.dirname, 'collectWhenQuiet.ts')))}
    import { getHeapSpaceStatistics } from 'node:v8'
    const room = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size
    let kept = []
    while (room() < 40 * 2 ** 20) {
      for (let count = 0; count < 1_000; count += 1) kept.push({ some: [kept.length] })
      if (kept.length > 1e6) kept = []
    }
    kept = []
    collectWhenQuiet({ everyMs: 100 })
    const before = room()
    const watch = setInterval(() => {
      if (room() >= before / 4) return
      clearInterval(watch)
      console.log('given back')
    }, 50)`
  const flags = ['--max-semi-space-size=64', '--input-type=module', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: 20_000 })
  expect(stderr).toBe('')
  expect(stdout).toBe('given back\n')
})
