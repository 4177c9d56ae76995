import { join } from 'node:path'
import { openSqliteLinkStore, type SqliteLinkStore } from '@hawser/link'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HostTables, migrateHost } from '../hostSchema.ts'
import { createVisitorSessions, type VisitorSessions } from './visitorSessions.ts'
import { createVisitorSweep, type VisitorSweep } from './visitorSweep.ts'

const [first, second] = ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222']
const minute = 60_000
const limits = { idleMs: 10 * minute, absoluteMs: 60 * minute }
let folder: string
let store: SqliteLinkStore
let sessions: VisitorSessions
let sweep: VisitorSweep
let startSweep: () => VisitorSweep
let time: number
let seed: number
let erased: string[]
let failures: unknown[]
let isDiskFull: boolean

beforeEach(async () => {
  folder = temporaryFolder()
  store = await openSqliteLinkStore({ file: join(folder, 'host.sqlite') })
  const database = store.database.withTables<HostTables>()
  await migrateHost(database)
  time = 0
  seed = 0
  erased = []
  failures = []
  isDiskFull = false
  const now = () => time
  const randomBytes = (length: number) => {
    seed += 1
    const bytes = new Uint8Array(length)
    new DataView(bytes.buffer).setUint32(0, seed)
    return bytes
  }
  sessions = createVisitorSessions({ database, limits, now, randomBytes })
  const eraseHostUser = (id: string) => {
    if (isDiskFull) return Promise.reject(new Error('disk full'))
    erased.push(id)
    return store.eraseHostUser(id)
  }
  const onFailure = (error: unknown) => failures.push(error)
  startSweep = () => createVisitorSweep({ database, store: { eraseHostUser }, limits, now, onFailure })
  sweep = startSweep()
})
afterEach(async () => {
  await sweep.stop()
  await store.stop()
})

const link = (hostUserId: string, address: string) =>
  store.putLinkedWallet({
    id: `wallet-${address}`,
    hostUserId,
    namespace: 'eip155',
    address,
    accountId: `eip155:1:${address}`,
    walletName: undefined,
    linkedAt: time,
    proof: { method: 'eip191', chainId: 'eip155:1', block: undefined, challengeId: 'c' },
  })

async function countRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from visitor_sessions`.execute(store.database)
  return rows[0]?.count ?? 0
}

test('visitorSweep: frees the wallets of who can never come back, and no others', async () => {
  const gone = await sessions.create()
  await link(gone.visitor.id, first)
  time = 7 * minute
  const here = await sessions.create()
  await link(here.visitor.id, second)
  time = 12 * minute

  // As a crash between the two steps would leave it: what was not freed has its turn again.
  isDiskFull = true
  await expect(sweep.run()).rejects.toThrow('disk full')
  isDiskFull = false
  await sweep.run()

  expect(await store.linkedWallets(gone.visitor.id)).toEqual([])
  expect(await store.linkedWallets(here.visitor.id)).toHaveLength(1)
  expect(await sessions.find(gone.token)).toBeUndefined()
  expect(await sessions.find(here.token)).toEqual(here.visitor)
  expect(await link(here.visitor.id, first)).toBeDefined()
  expect(await countRows()).toBe(1)
})

test('visitorSweep: strangers who linked nothing go without an erase each, over several pages', async () => {
  for (let count = 0; count < 600; count += 1) await sessions.create()
  const holder = await sessions.create()
  await link(holder.visitor.id, first)
  time = limits.idleMs + minute
  const here = await sessions.create()
  // A stop does not wait for the pages that are left.
  const stopped = startSweep()
  const run = stopped.run()
  await stopped.stop()
  await run
  expect(await countRows()).toBe(102)
  await sweep.run()
  expect(erased).toEqual([holder.visitor.id])
  expect(await countRows()).toBe(1)
  expect(await sessions.find(here.token)).toEqual(here.visitor)
})

test('visitorSweep: one run at a time, the second call joins it', async () => {
  const holder = await sessions.create()
  await link(holder.visitor.id, first)
  time = limits.idleMs + minute
  await Promise.all([sweep.run(), sweep.run(), sweep.run()])
  expect(erased).toEqual([holder.visitor.id])
  await link(holder.visitor.id, first)
  await sweep.run()
  expect(await countRows()).toBe(0)
})

test('visitorSweep: what a request under way wrote after its session had ended is erased as well', async () => {
  const { token, visitor } = await sessions.create()
  expect(await sessions.end(token)).toBe(visitor.id)
  await sweep.free(visitor.id)
  // The proof was being checked when the session ended.
  await link(visitor.id, first)
  time = minute - 1
  await sweep.run()
  expect([await countRows(), (await store.linkedWallets(visitor.id)).length]).toEqual([1, 1])
  time = minute
  await sweep.run()
  expect([await countRows(), (await store.linkedWallets(visitor.id)).length]).toEqual([0, 0])
})

test('visitorSweep: free erases nothing of who has a session or an account, and never rejects', async () => {
  const { token, visitor } = await sessions.create()
  await sweep.free(visitor.id)
  expect(erased).toEqual([])
  await sql`insert into accounts values (${visitor.id}, 'Ada', 'ada', 'Ada', 'x', 0, null)`.execute(store.database)
  await sessions.end(token)
  await sweep.free(visitor.id)
  await link(visitor.id, first)
  time = limits.absoluteMs
  await sweep.run()
  expect(erased).toEqual([])
  expect([await countRows(), (await store.linkedWallets(visitor.id)).length]).toEqual([0, 1])

  const other = await sessions.create()
  await sessions.end(other.token)
  isDiskFull = true
  await sweep.free(other.visitor.id)
  expect(failures).toEqual([new Error('disk full')])
})
