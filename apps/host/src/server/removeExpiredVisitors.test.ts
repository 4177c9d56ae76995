import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HostStore, openHostStore } from './hostStore.ts'
import { removeExpiredVisitors } from './removeExpiredVisitors.ts'
import { createVisitorSessions } from './visitorSessions.ts'

let folder: string
let store: HostStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hawser-visitors-'))
  store = await openHostStore(join(folder, 'host.sqlite'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('removeExpiredVisitors: frees the wallets of who can never come back, and no others', async () => {
  let time = 0
  let seed = 0
  const sessions = await createVisitorSessions({
    database: store.database,
    limits: { idleMs: 100, absoluteMs: 1000 },
    now: () => time,
    randomBytes: (length) => new Uint8Array(length).fill(++seed),
  })
  const link = (hostUserId: string, address: string) =>
    store.linkStore.putLinkedWallet({
      id: `wallet-${address}`,
      hostUserId,
      namespace: 'eip155',
      address,
      accountId: `eip155:1:${address}`,
      walletName: undefined,
      linkedAt: time,
    })
  const [first, second] = ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222']
  const gone = await sessions.create()
  await link(gone.visitor.id, first)
  time = 60
  const here = await sessions.create()
  await link(here.visitor.id, second)
  time = 100

  await removeExpiredVisitors(sessions, store.linkStore)

  expect(await store.linkStore.linkedWallets(gone.visitor.id)).toEqual([])
  expect(await store.linkStore.linkedWallets(here.visitor.id)).toHaveLength(1)
  expect(await sessions.find(gone.token)).toBeUndefined()
  expect(await sessions.find(here.token)).toEqual(here.visitor)
  expect(await link(here.visitor.id, first)).toBeDefined()
})
