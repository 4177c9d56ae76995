import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { startPostgres, type TestPostgres } from '@hawser/test-kit/startPostgres'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { describe, expect, test } from 'vitest'
import type { LinkStore } from '../records/linkStore.ts'
import { challengeOf, linkOnce, openAnyStore, startStoreChild } from './storeChild.fixture.ts'

const kills = isNight ? 100 : 2
/** The number of addresses reserved for a round, so that no address repeats. */
const perRound = 1_000_000
/** In a nightly run on a busy machine, a kill takes a second or two. */
const patienceMs = 120_000 + kills * 8_000

/** Checks the rows after a crash: every confirmed link exists, with its proof, and no challenge can be answered again. */
async function checkStore(target: string, hostUserId: string, confirmed: readonly number[]): Promise<number> {
  const store = await openAnyStore(target)
  const rows = await store.linkedWallets(hostUserId)
  const proofs = new Map(rows.map(({ address, proof }) => [address, proof.challengeId]))
  const lost = confirmed.filter((index) => proofs.get(`0x${index}`) !== `${hostUserId}-${index}`)
  expect(lost, 'confirmed links lost').toEqual([])
  expect(
    rows.filter(({ proof }) => proof.challengeId === ''),
    'rows without proof',
  ).toEqual([])
  const reusable = await Promise.all(rows.map(({ proof }) => isOpen(store, hostUserId, proof.challengeId)))
  expect(reusable.filter(Boolean), 'challenges answered twice').toEqual([])
  const events = await store.history(hostUserId, { before: undefined, limit: 1_000_000 })
  expect(events.length, 'each link has its event').toBe(rows.length)
  expect(rows.filter(({ isPrimary }) => isPrimary).length).toBe(Math.min(1, rows.length))
  await store.stop()
  return rows.length
}

async function isOpen(store: LinkStore, hostUserId: string, id: string): Promise<boolean> {
  return (await store.consumeChallenge(challengeOf(hostUserId, id))) !== undefined
}

/** Kills a process while it links, as soon as it has confirmed a few links of this round. */
async function killWhileLinking(target: string, hostUserId: string, round: number): Promise<readonly number[]> {
  const child = await startStoreChild(target)
  const confirmed: number[] = []
  await new Promise<void>((resolve) => {
    child.write(hostUserId, round * perRound, (index) => {
      confirmed.push(index)
      if (confirmed.length === 1 + (round % 7)) resolve()
    })
  })
  await child.kill()
  return confirmed
}

/** Checks the handoffs after a crash: each has a wallet exactly if it says so, and the confirmed ones remain. */
async function checkHandoffs(target: string, hostUserId: string, confirmed: readonly number[]): Promise<void> {
  const store = await openAnyStore(target)
  const { wallets, handoffs, events } = await store.exportHostUser(hostUserId)
  const linked = handoffs.filter(({ stage }) => stage.state === 'linked').map(({ id }) => id)
  expect(wallets.map(({ proof }) => proof.challengeId).sort()).toEqual(linked.sort())
  expect(events.length).toBe(wallets.length)
  expect(confirmed.filter((index) => !linked.includes(`${hostUserId}-${index}`))).toEqual([])
  await store.stop()
}

async function killWhileFinishing(target: string, hostUserId: string, round: number): Promise<void> {
  const child = await startStoreChild(target)
  const confirmed: number[] = []
  await new Promise<void>((resolve) => {
    child.finish(hostUserId, round * perRound, (index) => {
      confirmed.push(index)
      if (confirmed.length === 3 + (round % 7)) resolve()
    })
  })
  await child.kill()
  await checkHandoffs(target, hostUserId, confirmed)
}

describe('kill -9 while handoffs finish: no unconfirmed link, no half row', () => {
  test(
    `SQLite, ×${kills}`,
    async () => {
      const target = join(temporaryFolder(), 'link.sqlite')
      for (let round = 0; round < kills; round += 1) await killWhileFinishing(target, `user${round}`, round)
    },
    patienceMs,
  )

  test(
    `PostgreSQL, ×${kills}`,
    async () => {
      await withPostgres(async (postgres) => {
        const target = await postgres.newSchema()
        for (let round = 0; round < kills; round += 1) await killWhileFinishing(target, `user${round}`, round)
      })
    },
    patienceMs,
  )
})

describe('F-L16: kill -9 while links are written', () => {
  test(
    `of the process, SQLite, ×${kills}: 0 rows without proof, 0 confirmed links lost`,
    async () => {
      const target = join(temporaryFolder(), 'link.sqlite')
      for (let round = 0; round < kills; round += 1) {
        const hostUserId = `user${round}`
        const confirmed = await killWhileLinking(target, hostUserId, round)
        expect(await checkStore(target, hostUserId, confirmed)).toBeGreaterThanOrEqual(confirmed.length)
      }
    },
    patienceMs,
  )

  test(
    `of the process, PostgreSQL, ×${kills}: 0 rows without proof, 0 confirmed links lost`,
    async () => {
      await withPostgres(async (postgres) => {
        const target = await postgres.newSchema()
        for (let round = 0; round < kills; round += 1) {
          const hostUserId = `user${round}`
          const confirmed = await killWhileLinking(target, hostUserId, round)
          expect(await checkStore(target, hostUserId, confirmed)).toBeGreaterThanOrEqual(confirmed.length)
        }
      })
    },
    patienceMs,
  )

  test(
    `of PostgreSQL, ×${kills}: no row without proof, no confirmed link lost, and it continues`,
    async () => {
      await withPostgres(async (postgres) => {
        const target = await postgres.newSchema()
        // One store throughout, as in a server: it reconnects to the database automatically.
        const store = await openAnyStore(target)
        for (let round = 0; round < kills; round += 1) {
          const users = [0, 1, 2, 3].map((writer) => `user${round}-${writer}`)
          const confirmed = users.map((): number[] => [])
          let enough = () => {}
          const isEnough = new Promise<void>((resolve) => {
            enough = resolve
          })
          const writers = users.map(async (hostUserId, writer) => {
            // Each of the 4 writers has a separate host user and separate addresses.
            for (let index = writer; ; index += 4) {
              await linkOnce(store, hostUserId, round * perRound + index)
              confirmed[writer]?.push(round * perRound + index)
              if (confirmed.flat().length > 3 + (round % 7)) enough()
            }
          })
          const ended = Promise.allSettled(writers)
          await isEnough
          await postgres.kill()
          expect((await ended).map(({ status }) => status)).toEqual(users.map(() => 'rejected'))
          await postgres.restart()
          for (const [writer, hostUserId] of users.entries())
            await checkStore(target, hostUserId, confirmed[writer] ?? [])
        }
        await store.stop()
      })
    },
    patienceMs,
  )
})

async function withPostgres(run: (postgres: TestPostgres) => Promise<void>): Promise<void> {
  const postgres = await startPostgres()
  try {
    await run(postgres)
  } finally {
    await postgres.stop()
  }
}
