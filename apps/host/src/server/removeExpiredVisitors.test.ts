import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLinkStore, type SqliteLinkStore } from '@hawser/link'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HostTables, migrateHost } from './hostSchema.ts'
import { removeExpiredVisitors } from './removeExpiredVisitors.ts'
import { createVisitorSessions } from './visitorSessions.ts'

let folder: string
let store: SqliteLinkStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hawser-visitors-'))
  store = await openSqliteLinkStore({ file: join(folder, 'host.sqlite') })
})
afterEach(async () => {
  await store.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('removeExpiredVisitors: frees the wallets of who can never come back, and no others', async () => {
  let time = 0
  let seed = 0
  const database = store.database.withTables<HostTables>()
  await migrateHost(database)
  const sessions = createVisitorSessions({
    database,
    limits: { idleMs: 100, absoluteMs: 1000 },
    now: () => time,
    randomBytes: (length) => new Uint8Array(length).fill(++seed),
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
  const [first, second] = ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222']
  const gone = await sessions.create()
  await link(gone.visitor.id, first)
  time = 60
  const here = await sessions.create()
  await link(here.visitor.id, second)
  time = 100

  // As a crash between the two steps would leave it: what was not freed has its turn again.
  const failing = { ...store, eraseHostUser: () => Promise.reject(new Error('disk full')) }
  await expect(removeExpiredVisitors(sessions, failing)).rejects.toThrow('disk full')
  await removeExpiredVisitors(sessions, store)

  expect(await store.linkedWallets(gone.visitor.id)).toEqual([])
  expect(await store.linkedWallets(here.visitor.id)).toHaveLength(1)
  expect(await sessions.find(gone.token)).toBeUndefined()
  expect(await sessions.find(here.token)).toEqual(here.visitor)
  expect(await link(here.visitor.id, first)).toBeDefined()
})
