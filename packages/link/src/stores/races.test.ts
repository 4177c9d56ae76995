import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { sharedPostgres } from '@hawser/test-kit/sharedServers'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet } from '../createTestHost.fixture.ts'
import { fiftyAtOnce } from '../fiftyAtOnce.fixture.ts'
import { challengeOf, openAnyStore, type StoreChild, startStoreChild } from './storeChild.fixture.ts'

const postgres = sharedPostgres()

const engines = [
  ['SQLite', async () => join(temporaryFolder(), 'link.sqlite')],
  ['PostgreSQL', () => postgres.newSchema()],
] as const

// Each of the 50 requests goes through the whole API and its limits, so 200 rounds take a minute.
const races = isNight ? 1_000 : 60
const consumptionRounds = isNight ? 200 : 20
const postRounds = isNight ? 200 : 5
const challengeRounds = isNight ? 100 : 5

async function withTwo(target: string, run: (one: StoreChild, other: StoreChild) => Promise<void>): Promise<void> {
  const children = await Promise.all([startStoreChild(target), startStoreChild(target)])
  try {
    await run(...children)
  } finally {
    await Promise.all(children.map((child) => child.kill()))
  }
}

describe.each(engines)('two processes on one store in %s', (_, place) => {
  test(`T-50: ${races} races of two host users for one address: exactly one row each`, async () => {
    const target = await place()
    await withTwo(target, async (one, other) => {
      for (let from = 0; from < races; from += 20) {
        const addresses = Array.from({ length: 20 }, (_, index) => `0x${from + index}`)
        const [alice, bob] = await Promise.all([one.link('alice', addresses), other.link('bob', addresses)])
        expect(alice.map((won, index) => Number(won) + Number(bob[index]))).toEqual(addresses.map(() => 1))
      }
    })
    const store = await openAnyStore(target)
    const rows = [...(await store.linkedWallets('alice')), ...(await store.linkedWallets('bob'))]
    expect(new Set(rows.map(({ address }) => address)).size).toBe(races)
    expect(rows).toHaveLength(races)
    expect(rows.filter(({ isPrimary }) => isPrimary).length).toBeLessThanOrEqual(2)
    await store.stop()
  }, 60_000)

  test(`T-40: 50 consumptions of one challenge at once, ${consumptionRounds} rounds: one gets it`, async () => {
    const target = await place()
    const store = await openAnyStore(target)
    await withTwo(target, async (one, other) => {
      for (let round = 0; round < consumptionRounds; round += 1) {
        const id = `challenge-${round}`
        const bounds = { openLimit: 1000, now: 0, whenFull: 'refuse' } as const
        expect(await store.putChallenge(challengeOf('alice', id), bounds)).toEqual({ kept: true })
        const taken = await Promise.all([one.consume(id, 25), other.consume(id, 25)])
        expect(taken.flat().filter(Boolean)).toHaveLength(1)
      }
    })
    await store.stop()
  }, 60_000)

  test(`50 challenges at once for ten places of a user, ${challengeRounds} rounds: ten are kept`, async () => {
    const target = await place()
    const store = await openAnyStore(target)
    await withTwo(target, async (one, other) => {
      for (let round = 0; round < challengeRounds; round += 1) {
        const idsOf = (who: string) => Array.from({ length: 25 }, (_, index) => `${who}-${round}-${index}`)
        const kept = await Promise.all([one.challenge(idsOf('one'), 10), other.challenge(idsOf('other'), 10)])
        expect(kept.flat().filter(Boolean)).toHaveLength(10)
        expect(await store.eraseHostUser('alice')).toMatchObject({ challenges: 10 })
      }
    })
    await store.stop()
  }, 120_000)

  test(`T-40: 50 posts of one valid proof at once, ${postRounds} rounds: one is taken each time`, async () => {
    const store = await openAnyStore(await place())
    const host = await createTestHost({ store })
    const wallet = createTestWallet(1)
    for (let round = 0; round < postRounds; round += 1) {
      const { challengeId, message } = await host.challenge('alice', wallet)
      const signature = wallet.sign(message)
      await fiftyAtOnce(host, 'alice', () => host.prove('alice', challengeId, signature))
    }
    expect(await store.linkedWallets('alice')).toHaveLength(1)
    await store.stop()
  }, 120_000)
})
