import { afterEach, expect, test, vi } from 'vitest'
import { type Shown, untilFlow, untilState } from './untilState.ts'

afterEach(() => vi.useRealTimers())

function createShown<State>(first: State): Shown<State> & { show(state: State): void; listenerCount(): number } {
  const listeners = new Set<() => void>()
  let state = first
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show(next) {
      state = next
      for (const listener of listeners) listener()
    },
    listenerCount: () => listeners.size,
  }
}

test('untilState: resolves with the matching state, and stops listening', async () => {
  const shown = createShown(1)
  expect(await untilState(shown, (state) => state === 1)).toBe(1)
  const third = untilState(shown, (state) => state === 3)
  for (const state of [2, 3, 4]) shown.show(state)
  expect(await third).toBe(3)
  expect(shown.listenerCount()).toBe(0)
})

test('untilState: rejects with the last state at the timeout, and with errors of the condition', async () => {
  vi.useFakeTimers()
  const shown = createShown({ flow: 'choosing' })
  const rejected = expect(untilState(shown, ({ flow }) => flow === 'linked')).rejects.toThrow(/flow: 'failed'/)
  shown.show({ flow: 'failed' })
  await vi.advanceTimersByTimeAsync(40_000)
  await rejected
  const broken = untilState(shown, () => {
    throw new Error('no such thing')
  })
  await expect(broken).rejects.toThrow('no such thing')
  expect(shown.listenerCount()).toBe(0)
})

test('untilFlow: waits for one of several statuses', async () => {
  const shown = createShown<{ flow: { status: 'open' } | { status: 'failed'; why: string } }>({
    flow: { status: 'open' },
  })
  const failed = untilFlow(shown, 'failed')
  shown.show({ flow: { status: 'failed', why: 'declined' } })
  expect((await failed).why).toBe('declined')
})
