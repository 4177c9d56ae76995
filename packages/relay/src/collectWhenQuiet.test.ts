import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectWhenQuiet } from './collectWhenQuiet.ts'

const megabyte = 1024 ** 2

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A process whose heap a collection brings back to 20 MB. */
function createProcess() {
  const state = { used: 0, heap: 20 * megabyte, collections: 0 }
  const { stop } = collectWhenQuiet({
    everyMs: 5_000,
    state: { utilization: () => state.used, heapLength: () => state.heap },
    collect() {
      state.collections += 1
      // V8 gives its room back in the second.
      if (state.collections % 2 === 0) state.heap = 20 * megabyte
    },
  })
  return { state, stop, pass: (seconds: number) => vi.advanceTimersByTime(seconds * 1_000) }
}

test('what a rush has taken is given back once it is over, not while it lasts', () => {
  const { state, stop, pass } = createProcess()
  pass(60)
  expect(state.collections).toBe(0)
  state.used = 0.01
  state.heap = 120 * megabyte
  pass(60)
  expect(state.collections).toBe(0)
  state.used = 0.001
  pass(10)
  expect(state.collections).toBe(2)
  pass(600)
  expect(state.collections).toBe(2)
  stop()
})

test('a process that is quiet most of the time is stopped for it twice a minute at most; after stop, never', () => {
  const { state, stop, pass } = createProcess()
  const times: number[] = []
  for (let second = 0; second < 300; second += 5) {
    state.heap = 60 * megabyte
    const before = state.collections
    pass(5)
    if (state.collections > before) times.push(second)
  }
  expect(times).toEqual([0, 5, 65, 70, 130, 135, 195, 200, 260, 265])
  stop()
  state.heap = 500 * megabyte
  pass(600)
  expect(state.collections).toBe(10)
})

test('without Node’s --expose-gc there is nothing to do; with it, the heap that is measured is the real one', () => {
  collectWhenQuiet({ collect: undefined }).stop()
  expect(vi.getTimerCount()).toBe(0)
  let collections = 0
  const { stop } = collectWhenQuiet({ collect: () => (collections += 1), everyMs: 1_000 })
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(collections).toBe(0)
  stop()
})
