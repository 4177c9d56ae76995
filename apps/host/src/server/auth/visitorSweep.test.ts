import { join } from 'node:path'
import { openSqliteLinkStore, type SqliteLinkStore } from '@hawser/link'
import { cheapPassword } from '@hawser/test-kit/cheapPassword'
import { createDateClock, type DateClock } from '@hawser/test-kit/dateClock'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HostTables, prepareHostData } from '../hostData.ts'
import { type Auth, createAuth } from './createAuth.ts'
import { createVisitorSweep, type VisitorSweep } from './visitorSweep.ts'

const [first, second] = ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222']
const minute = 60_000
const limits = { idleMs: 10 * minute, absoluteMs: 60 * minute }
let store: SqliteLinkStore
let auth: Auth
let sweep: VisitorSweep
let startSweep: () => VisitorSweep
let clock: DateClock
let erased: string[]
let failures: unknown[]
let isDiskFull: boolean

beforeEach(async () => {
  clock = createDateClock(0)
  store = await openSqliteLinkStore({ file: join(temporaryFolder(), 'host.sqlite') })
  const database = store.database.withTables<HostTables>()
  auth = createAuth({
    database,
    publicUrl: new URL('http://localhost:4400'),
    secret: 'a secret of the test, long enough',
    limits,
    nameKey: (name) => name,
    password: cheapPassword,
    onVisitorLeft: async () => undefined,
  })
  await prepareHostData(database, auth.options)
  erased = []
  failures = []
  isDiskFull = false
  const eraseHostUser = (id: string) => {
    if (isDiskFull) return Promise.reject(new Error('disk full'))
    erased.push(id)
    return store.eraseHostUser(id)
  }
  const onFailure = (error: unknown) => failures.push(error)
  startSweep = () => createVisitorSweep({ database, store: { eraseHostUser }, onFailure })
  sweep = startSweep()
})
afterEach(async () => {
  await sweep.stop()
  await store.stop()
})

/** Creates an anonymous visitor. Returns their id and the headers that their browser sends. */
async function visit(): Promise<{ readonly id: string; readonly headers: Headers }> {
  const { headers, response } = await auth.api.signInAnonymous({ headers: new Headers(), returnHeaders: true })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { id: response.user.id, headers: new Headers({ cookie }) }
}

const isHere = async ({ headers }: { readonly headers: Headers }) => (await auth.api.getSession({ headers })) !== null

const link = (hostUserId: string, address: string) =>
  store.putLinkedWallet({
    id: `wallet-${address}`,
    hostUserId,
    namespace: 'eip155',
    address,
    accountId: `eip155:1:${address}`,
    walletName: undefined,
    linkedAt: clock.now,
    proof: { method: 'eip191', chainId: 'eip155:1', block: undefined, challengeId: 'c' },
  })

async function countVisitors(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from user`.execute(store.database)
  return rows[0]?.count ?? 0
}

test('visitorSweep: frees the wallets of visitors who cannot return, and no others', async () => {
  const gone = await visit()
  await link(gone.id, first)
  clock.now = 7 * minute
  const here = await visit()
  await link(here.id, second)
  clock.now = 12 * minute

  // The state after a crash between the two steps: visitors that were not freed have their turn again.
  isDiskFull = true
  await expect(sweep.run()).rejects.toThrow('disk full')
  isDiskFull = false
  await sweep.run()

  expect(await store.linkedWallets(gone.id)).toEqual([])
  expect(await store.linkedWallets(here.id)).toHaveLength(1)
  expect([await isHere(gone), await isHere(here)]).toEqual([false, true])
  expect(await link(here.id, first)).toBeDefined()
  expect(await countVisitors()).toBe(1)
})

test('visitorSweep: removes strangers without links without an erase each, over several pages', async () => {
  const at = new Date().toISOString()
  await sql`
    with recursive strangers(n) as (select 1 union all select n + 1 from strangers where n < 600)
    insert into user (id, name, email, emailVerified, isAnonymous, createdAt, updatedAt)
    select 'stranger' || n, 'visitor', n || '@visitors.invalid', 0, 1, ${at}, ${at} from strangers
  `.execute(store.database)
  const holder = await visit()
  await link(holder.id, first)
  clock.now = limits.idleMs + minute
  const here = await visit()
  // A stop does not wait for the remaining pages.
  const stopped = startSweep()
  const run = stopped.run()
  await stopped.stop()
  await run
  expect(await countVisitors()).toBe(102)
  await sweep.run()
  expect(erased).toEqual([holder.id])
  expect(await countVisitors()).toBe(1)
  expect(await isHere(here)).toBe(true)
})

test('visitorSweep: erases a visitor who has only a handoff, only a challenge, or only a history', async () => {
  const [handedOff, asked, unlinked] = [await visit(), await visit(), await visit()]
  await store.putHandoff({
    ...{ id: 'h', hostUserId: handedOff.id, sessionKey: 's', label: 'visitor', namespaces: ['eip155'], version: 1 },
    ...{ secretHash: 'x', earlierSecrets: [], rotatedHashes: [], isWithoutWallet: false, grantHash: undefined },
    stage: { state: 'waiting', expiresAt: 5 * minute },
  })
  await store.putChallenge(
    {
      ...{ id: 'c', hostUserId: asked.id, purpose: 'link', accountId: `eip155:1:${first}`, walletName: undefined },
      ...{ message: 'text', expiresAt: 5 * minute },
    },
    { openLimit: 1, now: clock.now, whenFull: 'refuse' },
  )
  await link(unlinked.id, second)
  await store.removeLinkedWallet({ hostUserId: unlinked.id, id: `wallet-${second}`, at: clock.now })
  clock.now = limits.idleMs + 2 * minute
  await sweep.run()
  expect(erased.toSorted()).toEqual([handedOff.id, asked.id, unlinked.id].toSorted())
  for (const { id } of [handedOff, asked, unlinked])
    expect(await store.exportHostUser(id)).toMatchObject({ wallets: [], challenges: [], events: [], handoffs: [] })
})

test('visitorSweep: one run at a time, the second call joins it', async () => {
  const holder = await visit()
  await link(holder.id, first)
  clock.now = limits.idleMs + minute
  await Promise.all([sweep.run(), sweep.run(), sweep.run()])
  expect(erased).toEqual([holder.id])
  await link(holder.id, first)
  await sweep.run()
  expect(await countVisitors()).toBe(0)
})

test('visitorSweep: also erases the writes of a request after its session ended', async () => {
  const visitor = await visit()
  await auth.api.signOut(visitor)
  await sweep.free(visitor.id)
  // The proof was being checked when the session ended.
  await link(visitor.id, first)
  clock.now = minute - 1
  await sweep.run()
  expect([await countVisitors(), (await store.linkedWallets(visitor.id)).length]).toEqual([1, 1])
  clock.now = minute
  await sweep.run()
  expect([await countVisitors(), (await store.linkedWallets(visitor.id)).length]).toEqual([0, 0])
})

test('visitorSweep: free erases nothing of a session or an account, and never rejects', async () => {
  const visitor = await visit()
  await sweep.free(visitor.id)
  expect(erased).toEqual([])
  const ada = { body: { name: 'Ada', password: 'correct horse' }, headers: visitor.headers }
  const { headers } = await auth.api.signUpVisitor({ ...ada, returnHeaders: true })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await auth.api.signOut({ headers: new Headers({ cookie }) })
  await sweep.free(visitor.id)
  await link(visitor.id, first)
  clock.now = limits.absoluteMs
  await sweep.run()
  expect(erased).toEqual([])
  expect([await countVisitors(), (await store.linkedWallets(visitor.id)).length]).toEqual([1, 1])

  const other = await visit()
  await auth.api.signOut(other)
  isDiskFull = true
  await sweep.free(other.id)
  expect(failures).toEqual([new Error('disk full')])
})
