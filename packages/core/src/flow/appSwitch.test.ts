import { expect, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { type AppSwitchState, appSwitchKey, createAppSwitch } from './appSwitch.ts'

function start(kept?: string) {
  const timers = createTimers()
  const values = new Map<string, string>(kept === undefined ? [] : [[appSwitchKey, kept]])
  const seen: AppSwitchState[] = []
  const appSwitch = createAppSwitch({
    storage: {
      get: (key) => values.get(key),
      set: (key, value) => void values.set(key, value),
      remove: (key) => void values.delete(key),
    },
    setTimer: timers.setTimer,
    set: (next) => seen.push(next),
  })
  return { appSwitch, timers, values, seen }
}

test('V3 app switch: the page hides within 2 s, or nothing opened', async () => {
  const { appSwitch, timers, seen } = start()
  appSwitch.opened('native')
  await timers.advance(1_999)
  appSwitch.visibilityChanged(false)
  appSwitch.visibilityChanged(true)
  await timers.advance(10_000)
  expect(seen).toEqual(['opening', 'left'])
  appSwitch.opened('native')
  await timers.advance(2_000)
  expect(seen).toEqual(['opening', 'left', 'opening', 'stayed'])
  expect(timers.open()).toBe(0)
})

test('V3 app switch: a wallet that opens after Safari’s question has opened', async () => {
  const { appSwitch, timers, seen, values } = start()
  appSwitch.opened('native')
  await timers.advance(3_000)
  appSwitch.visibilityChanged(false)
  expect(seen).toEqual(['opening', 'stayed', 'left'])
  appSwitch.visibilityChanged(true)
  appSwitch.visibilityChanged(false)
  expect(seen).toEqual(['opening', 'stayed', 'left'])
  // The scheme works, so it stays the first choice.
  appSwitch.opened('universal')
  appSwitch.visibilityChanged(false)
  expect([...values]).toEqual([])
})

test.each(['universal', 'any'] as const)('V3 app switch: a late hide says nothing about a link: %s', async (kind) => {
  const { appSwitch, timers, seen, values } = start()
  appSwitch.opened('native')
  await timers.advance(2_000)
  appSwitch.opened(kind)
  await timers.advance(2_000)
  appSwitch.visibilityChanged(false)
  expect(seen).toEqual(['opening', 'stayed', 'opening', 'stayed'])
  appSwitch.reset()
  appSwitch.visibilityChanged(false)
  expect(seen.at(-1)).toBe('idle')
  expect([...values]).toEqual([])
})

test('V3 app switch: the last tap counts, and a reset ends the watch', async () => {
  const { appSwitch, timers, seen } = start()
  appSwitch.opened('native')
  await timers.advance(1_500)
  appSwitch.opened('universal')
  await timers.advance(1_500)
  expect(seen).toEqual(['opening', 'opening'])
  appSwitch.reset()
  await timers.advance(10_000)
  expect(seen).toEqual(['opening', 'opening', 'idle'])
  expect(timers.open()).toBe(0)
})

test('V3 app switch: remembers a working universal link until it stops working', async () => {
  const { appSwitch, timers, values } = start()
  appSwitch.opened('native')
  await timers.advance(2_000)
  expect(appSwitch.prefersUniversal()).toBe(false)
  appSwitch.opened('universal')
  appSwitch.visibilityChanged(false)
  expect(appSwitch.prefersUniversal()).toBe(true)
  expect([...values]).toEqual([['hawser.appSwitch', 'universal']])
  appSwitch.opened('universal')
  await timers.advance(2_000)
  expect(appSwitch.prefersUniversal()).toBe(false)
  // A universal link that is tried first says nothing about schemes.
  appSwitch.reset()
  appSwitch.opened('universal')
  appSwitch.visibilityChanged(false)
  expect([...values]).toEqual([])
})

test('V3 app switch: prefers a working scheme again; a bare URI says nothing about either', async () => {
  const { appSwitch, timers, values } = start('universal')
  appSwitch.opened('any')
  appSwitch.visibilityChanged(false)
  appSwitch.opened('any')
  await timers.advance(2_000)
  expect(appSwitch.prefersUniversal()).toBe(true)
  appSwitch.opened('native')
  appSwitch.visibilityChanged(false)
  expect([...values]).toEqual([])
})

test('T-14 app switch: removes any value but its own', () => {
  for (const poison of [
    '',
    'native',
    'https://evil.example',
    '{"__proto__":1}',
    'universal '.repeat(1e5),
    '__proto__',
  ]) {
    const { appSwitch, values } = start(poison)
    expect(appSwitch.prefersUniversal()).toBe(false)
    expect([...values]).toEqual([])
  }
})
