import { expect, test } from 'vitest'
import { createTestHost, createTestWallet } from '../createTestHost.fixture.ts'
import { challengeLimits } from './challenge.ts'
import { createPurge } from './purge.ts'

test('the next request deletes a challenge an hour after its expiry', async () => {
  const { store, clock, challenge } = await createTestHost()
  await challenge('alice', createTestWallet(1))
  const openOfAlice = async () => (await store.exportHostUser('alice')).challenges.length
  clock.now += challengeLimits.lifetimeMs + challengeLimits.keptAfterExpiryMs
  await challenge('bob', createTestWallet(2))
  expect(await openOfAlice()).toBe(1)
  clock.now += 100
  await challenge('carol', createTestWallet(3))
  expect(await openOfAlice()).toBe(0)
})

test('purges the store at most once in a tenth of a second, with any number of requests', async () => {
  const { store } = await createTestHost()
  const asked: number[] = []
  let now = Date.UTC(2026, 10, 21, 12)
  const purge = createPurge({
    store: {
      purgeChallenges(expiredBefore) {
        asked.push(expiredBefore)
        return store.purgeChallenges(expiredBefore)
      },
    },
    now: () => now,
  })
  const first = now - challengeLimits.keptAfterExpiryMs
  await Promise.all(Array.from({ length: 50 }, () => purge()))
  now += 99
  await purge()
  expect(asked).toEqual([first])
  now += 1
  await purge()
  now -= 3_600_000
  await purge()
  expect(asked).toEqual([first, first + 100, first + 100 - 3_600_000])
})
