import { nightLimit } from '@hawser/test-kit/night'
import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

function createStore() {
  const store = { asked: 0, check: async () => {} }
  return {
    store,
    mailbox: {
      check: () => {
        store.asked += 1
        return store.check()
      },
    },
  }
}

test('readiness: asks the store at most twice a second', async () => {
  const { store, mailbox } = createStore()
  let elapsed = 0
  const readiness = createReadiness({ mailbox, elapsedMs: () => elapsed })
  expect(await Promise.all([1, 2, 3].map(() => readiness.isReady()))).toEqual([true, true, true])
  expect(store.asked).toBe(1)
  store.check = () => Promise.reject(new Error('away'))
  elapsed = 499
  expect(await readiness.isReady()).toBe(true)
  elapsed = 500
  expect(await readiness.isReady()).toBe(false)
  store.check = async () => {}
  elapsed = 1_000
  expect(await readiness.isReady()).toBe(true)
  expect(store.asked).toBe(3)
})

test('readiness F-R5: notices a store that does not answer within two seconds', async () => {
  const { store, mailbox } = createStore()
  store.check = () => new Promise(() => {})
  const readiness = createReadiness({ mailbox })
  const startedAt = performance.now()
  expect(await readiness.isReady()).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(1_500))
})

test('readiness F-R3: a draining relay is not ready, with any state of the store', async () => {
  const { mailbox } = createStore()
  const readiness = createReadiness({ mailbox })
  expect(await readiness.isReady()).toBe(true)
  const asked = readiness.isReady()
  readiness.leave()
  expect(await asked).toBe(false)
  expect(await readiness.isReady()).toBe(false)
})
