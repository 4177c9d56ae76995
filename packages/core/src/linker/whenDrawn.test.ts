import { expect, test } from 'vitest'
import { detectPlatform, type Platform } from '../platform/platform.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { initialState } from './initialState.ts'
import { desktop } from './linker.fixture.ts'
import { readSettings } from './options/settings.ts'
import { createStateStore } from './stateStore.ts'
import { createWhenDrawn } from './whenDrawn.ts'

const phone = detectPlatform({
  userAgent: 'iPhone',
  platform: '',
  maxTouchPoints: 5,
  isMobileHint: true,
  isTelegram: false,
})

function start(platform: Platform) {
  const timers = createTimers()
  const settings = readSettings({
    metadata: { name: 'A', description: '', icons: [] },
    chains: ['eip155:1'],
    relay: { url: 'wss://relay.example' },
  })
  const store = createStateStore({ ...initialState(settings), platform }, new AbortController().signal)
  const seen: string[] = []
  const wait = () =>
    void createWhenDrawn(store, { setTimer: timers.setTimer, platform })().then(() => seen.push('drawn'))
  return { timers, store, seen, wait }
}

test('whenDrawn: a code that is held back is waited for, and drawn in the task before', async () => {
  const { timers, store, seen, wait } = start(desktop)
  store.update({ isCodeHeld: true })
  wait()
  await timers.advance(400)
  store.update({ relay: 'slow' })
  await timers.settle()
  expect(seen).toEqual([])
  store.update({ isCodeHeld: false })
  expect(seen).toEqual([])
  await timers.advance(0)
  expect(seen).toEqual(['drawn'])
})

test.each<[string, Platform, boolean]>([
  ['a code that is not held', desktop, false],
  ['a phone, which shows no code first', phone, true],
])('whenDrawn: %s takes until the next task', async (_, platform, isCodeHeld) => {
  const { timers, store, seen, wait } = start(platform)
  store.update({ isCodeHeld })
  wait()
  await Promise.resolve()
  expect(seen).toEqual([])
  await timers.advance(0)
  expect(seen).toEqual(['drawn'])
})
