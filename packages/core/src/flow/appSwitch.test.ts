import { expect, test } from 'vitest'
import type { LinkerState } from '../linker/state.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createHandOff, handOffKey } from './appSwitch.ts'

function start(kept?: string) {
  const timers = createTimers()
  const values = new Map<string, string>(kept === undefined ? [] : [[handOffKey, kept]])
  const seen: LinkerState['handOff'][] = []
  const handOff = createHandOff({
    storage: {
      get: (key) => values.get(key),
      set: (key, value) => void values.set(key, value),
      remove: (key) => void values.delete(key),
    },
    setTimer: timers.setTimer,
    set: (next) => seen.push(next),
  })
  return { handOff, timers, values, seen }
}

test('V3 hand-off: the page is left within 2 s, or nothing has opened', async () => {
  const { handOff, timers, seen } = start()
  handOff.opened('native')
  await timers.advance(1_999)
  handOff.visibilityChanged(false)
  handOff.visibilityChanged(true)
  await timers.advance(10_000)
  expect(seen).toEqual(['opening', 'left'])
  handOff.opened('native')
  await timers.advance(2_000)
  handOff.visibilityChanged(false)
  expect(seen).toEqual(['opening', 'left', 'opening', 'stayed'])
  expect(timers.open()).toBe(0)
})

test('V3 hand-off: the last tap counts, and a reset ends the watch', async () => {
  const { handOff, timers, seen } = start()
  handOff.opened('native')
  await timers.advance(1_500)
  handOff.opened('universal')
  await timers.advance(1_500)
  expect(seen).toEqual(['opening', 'opening'])
  handOff.reset()
  await timers.advance(10_000)
  expect(seen).toEqual(['opening', 'opening', 'idle'])
  expect(timers.open()).toBe(0)
})

test('V3 hand-off: a universal link that worked where the scheme had not is remembered, and forgotten when it no longer helps', async () => {
  const { handOff, timers, values } = start()
  handOff.opened('native')
  await timers.advance(2_000)
  expect(handOff.prefersUniversal()).toBe(false)
  handOff.opened('universal')
  handOff.visibilityChanged(false)
  expect(handOff.prefersUniversal()).toBe(true)
  expect([...values]).toEqual([['hawser.handOff', 'universal']])
  handOff.opened('universal')
  await timers.advance(2_000)
  expect(handOff.prefersUniversal()).toBe(false)
  // A universal link that is the first one tried says nothing about schemes.
  handOff.reset()
  handOff.opened('universal')
  handOff.visibilityChanged(false)
  expect([...values]).toEqual([])
})

test('V3 hand-off: a scheme that works is preferred again; a bare URI says nothing about either', async () => {
  const { handOff, timers, values } = start('universal')
  handOff.opened('any')
  handOff.visibilityChanged(false)
  handOff.opened('any')
  await timers.advance(2_000)
  expect(handOff.prefersUniversal()).toBe(true)
  handOff.opened('native')
  handOff.visibilityChanged(false)
  expect([...values]).toEqual([])
})

test('T-14 hand-off: anything but its own word is removed', () => {
  for (const poison of [
    '',
    'native',
    'https://evil.example',
    '{"__proto__":1}',
    'universal '.repeat(1e5),
    '__proto__',
  ]) {
    const { handOff, values } = start(poison)
    expect(handOff.prefersUniversal()).toBe(false)
    expect([...values]).toEqual([])
  }
})
