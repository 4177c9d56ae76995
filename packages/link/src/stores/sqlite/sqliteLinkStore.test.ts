import { createHook } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { programFile } from '@hawser/test-kit/program'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { sql } from 'kysely'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { findByReceipt } from '../../challenge/receipt.ts'
import { LinkStoreUnavailableError } from '../../errors.ts'
import { testPendingProofs } from '../../pendingProofs.conformance.ts'
import { testAuthority } from '../../records/authority.conformance.ts'
import { testHandoffs } from '../../records/handoff.conformance.ts'
import { testLinkChanges } from '../../records/linkChanges.conformance.ts'
import { testLinkedWalletStore } from '../../records/linkStore.conformance.ts'
import { testSchema } from '../schema/schema.conformance.ts'
import { lockHostUser } from '../sql/locks.ts'
import { openSqliteLinkStore } from './sqliteLinkStore.ts'

const make = () => openSqliteLinkStore({ file: join(temporaryFolder(), 'link.sqlite') })
testLinkedWalletStore('SQLite', make)
testLinkChanges('SQLite', make)
testPendingProofs('SQLite', make)
testHandoffs('SQLite', make)
testAuthority('SQLite', make)
testSchema('SQLite', async () => {
  const file = join(temporaryFolder(), 'link.sqlite')
  return () => openSqliteLinkStore({ file })
})

const row = {
  id: 'w',
  hostUserId: 'alice',
  namespace: 'eip155',
  address: '0xa',
  accountId: 'eip155:1:0xa',
  walletName: 'W',
  linkedAt: 1,
  proof: { method: 'eip191', chainId: 'eip155:1', block: undefined, challengeId: 'c' },
} as const
const challenge = {
  id: 'c',
  hostUserId: 'alice',
  purpose: 'link',
  accountId: 'eip155:1:0xa',
  walletName: undefined,
  message: 'text',
  expiresAt: 2,
} as const

test('openSqliteLinkStore: creates its folder, and keeps wallets and challenges over a restart', async () => {
  const file = join(temporaryFolder(), 'deep', 'er', 'link.sqlite')
  const store = await openSqliteLinkStore({ file })
  await store.putLinkedWallet(row)
  await store.putChallenge(challenge, { openLimit: 1, now: 1, whenFull: 'refuse' })
  await store.stop()
  const again = await openSqliteLinkStore({ file })
  expect(await again.linkedWallets('alice')).toHaveLength(1)
  expect(await again.consumeChallenge(challenge)).toEqual(challenge)
  await again.stop()
})

test('openSqliteLinkStore: opened twice in one process, the lock on its log stays', async () => {
  const file = join(temporaryFolder(), 'link.sqlite')
  const store = await openSqliteLinkStore({ file })
  await store.putLinkedWallet(row)
  const locks = () =>
    readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .filter((lock) => lock.includes(`:${statSync(file).ino} `))
      .map((lock) => lock.replace(/^\d+/, ''))
  const held = locks()
  expect(held).toHaveLength(1)
  const other = await openSqliteLinkStore({ file })
  expect(locks()).toEqual(held)
  await other.stop()
  expect(locks()).toEqual(held)
  await store.stop()
})

test('openSqliteLinkStore: nobody else can read a new file and its log, in any folder', async () => {
  const file = join(temporaryFolder(), 'link.sqlite')
  const store = await openSqliteLinkStore({ file })
  await store.putLinkedWallet(row)
  const modes = ['', '-wal', '-shm'].map((ending) => (statSync(file + ending).mode & 0o777).toString(8))
  expect(modes).toEqual(['600', '600', '600'])
  await store.stop()
})

test('openSqliteLinkStore: a file copied after stop() is complete', async () => {
  const folder = temporaryFolder()
  const store = await openSqliteLinkStore({ file: join(folder, 'link.sqlite') })
  await store.putLinkedWallet(row)
  await store.stop()
  writeFileSync(join(folder, 'copy.sqlite'), readFileSync(join(folder, 'link.sqlite')))
  const copy = await openSqliteLinkStore({ file: join(folder, 'copy.sqlite') })
  expect(await copy.linkedWallets('alice')).toHaveLength(1)
  await copy.stop()
})

test('openSqliteLinkStore: the database keeps rows unique (T-50), and each with a proof', async () => {
  const file = join(temporaryFolder(), 'link.sqlite')
  await (await openSqliteLinkStore({ file })).stop()
  const raw = new Database(file)
  const insert = (id: string, challengeId: string | null = 'c') => {
    const row = [id, id, 'eip155', '0xa', '0xa', 'eip155:1:0xa', null, null, 0, 1, null]
    const values = [...row, 'eip191', 'eip155:1', null, null, null]
    const all = [...values, challengeId, 'active', null]
    raw.prepare(`insert into linked_wallets values (${all.map(() => '?').join(', ')})`).run(all)
  }
  expect(() => insert('a', null)).toThrow(/NOT NULL/)
  expect(() => insert('a', '')).toThrow(/CHECK/)
  insert('a')
  expect(() => insert('b')).toThrow(/UNIQUE/)
  raw.close()
})

test('openSqliteLinkStore: reports a path that is a folder or not a database', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'folder.sqlite'))
  writeFileSync(join(folder, 'text.sqlite'), 'This is a text and no database. '.repeat(100))
  for (const name of ['folder.sqlite', 'text.sqlite', 'text.sqlite/link.sqlite'])
    await expect(openSqliteLinkStore({ file: join(folder, name) })).rejects.toThrow(LinkStoreUnavailableError)
})

/** Counts the syncs to the disk, on the event loop or off it, during this run. */
async function countSyncs(run: () => Promise<unknown>): Promise<number> {
  let count = 0
  const { fdatasyncSync } = fs
  fs.fdatasyncSync = (file) => {
    count += 1
    fdatasyncSync(file)
  }
  syncBuiltinESMExports()
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'FSREQCALLBACK') count += 1
    },
  }).enable()
  try {
    await run()
    return count
  } finally {
    hook.disable()
    fs.fdatasyncSync = fdatasyncSync
    syncBuiltinESMExports()
  }
}

test('openSqliteLinkStore: only token buckets and challenges do not wait for the disk', async () => {
  const store = await openSqliteLinkStore({ file: join(temporaryFolder(), 'link.sqlite') })
  const take = (key: string) => store.takeTokens({ key, perMs: 1, burst: 2, now: 1 })
  const { hostUserId } = row
  const key = { hostUserId, id: row.id, at: 1 }
  const bounds = { openLimit: 1, now: 1, whenFull: 'refuse' } as const
  const light = [
    () => take('a'),
    () => store.putChallenge(challenge, bounds),
    () => store.consumeChallenge(challenge),
    () => store.consumeWithToken({ ...challenge, token: { key: 'a', perMs: 1, burst: 2, now: 1 } }),
    () => store.purgeChallenges(1),
    () => store.linkedWallets(hostUserId),
  ]
  for (const run of light) expect(await countSyncs(run), String(run)).toBe(0)
  const durable = [
    () => store.putLinkedWallet(row),
    () => store.renameLinkedWallet({ ...key, label: 'a' }),
    () => store.setPrimaryWallet(key),
    () => store.useLinkedWallet(key),
    () => store.setWalletStatus({ ...key, status: 'stale' }),
    () => store.reproveAll({ at: 1 }),
    () => store.removeLinkedWallet(key),
    () => store.releaseAddress({ ...row, at: 1 }),
    () => store.eraseHostUser(hostUserId),
  ]
  for (const run of durable) expect(await countSyncs(run), String(run)).toBe(1)
  // At most one sync for each.
  const wallets = ['x', 'y', 'z'].map((id) => ({ ...row, id, address: id, accountId: `eip155:1:${id}` as const }))
  expect(await countSyncs(() => Promise.all(wallets.map(store.putLinkedWallet)))).toBeLessThan(4)
  await store.stop()
})

test('openSqliteLinkStore: SQLite itself waits for the disk only for the host app’s writes', async () => {
  const store = await openSqliteLinkStore({ file: join(temporaryFolder(), 'link.sqlite') })
  // Read as a table, because that does not change the level.
  const level = async () =>
    (await sql<{ synchronous: number }>`select synchronous from pragma_synchronous`.execute(store.database)).rows[0]
  await Promise.all([store.putLinkedWallet(row), store.takeTokens({ key: 'a', perMs: 1, burst: 2, now: 1 })])
  expect(await level()).toEqual({ synchronous: 1 })
  await sql`create table host_pages (id integer)`.execute(store.database)
  expect(await level()).toEqual({ synchronous: 2 })
  await store.removeLinkedWallet({ hostUserId: row.hostUserId, id: row.id, at: 1 })
  expect(await level()).toEqual({ synchronous: 1 })
  await sql`drop table link_buckets`.execute(store.database)
  await expect(store.takeTokens({ key: 'a', perMs: 1, burst: 2, now: 1 })).rejects.toThrow()
  await sql`insert into host_pages values (1)`.execute(store.database)
  expect(await level()).toEqual({ synchronous: 2 })
  await store.stop()
})

test('F-L15 openSqliteLinkStore: returns a lost answer again once the link is on the disk', async () => {
  const store = await openSqliteLinkStore({ file: join(temporaryFolder(), 'link.sqlite') })
  await store.putLinkedWallet({ ...row, proof: { ...row.proof, receipt: 'r' } })
  const find = () => findByReceipt({ store, hostUserId: row.hostUserId, receiptBy: () => 'r', now: 2 })
  expect(await countSyncs(find)).toBe(1)
  expect(await find()).toMatchObject({ id: row.id })
  await store.stop()
})

test('openSqliteLinkStore: the file may be a link, and its log is beside the target', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()]
  const file = join(folder, 'link.sqlite')
  symlinkSync(join(other, 'real.sqlite'), file)
  // A leftover from before the file was moved.
  writeFileSync(`${file}-wal`, '')
  const store = await openSqliteLinkStore({ file })
  await store.putLinkedWallet(row)
  expect(statSync(join(other, 'real.sqlite-wal')).size).toBeGreaterThan(0)
  expect(openFiles()).toContain(join(other, 'real.sqlite-wal'))
  expect(openFiles()).not.toContain(`${file}-wal`)
  await store.stop()
})

test('openSqliteLinkStore: stopped during a fold, and twice, the file alone is complete', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'link.sqlite')
  const store = await openSqliteLinkStore({ file })
  // A log of this length takes a while to fold.
  await sql`create table host_pages (content blob)`.execute(store.database)
  await sql`insert into host_pages values (zeroblob(30000000))`.execute(store.database)
  const take = (_: unknown, index: number) => store.takeTokens({ key: String(index), perMs: 1, burst: 2, now: 1 })
  await Promise.all(Array.from({ length: 500 }, take))
  await store.putLinkedWallet(row)
  await Promise.all([store.stop(), store.stop()])
  await store.stop()
  writeFileSync(join(folder, 'copy.sqlite'), readFileSync(file))
  const copy = await openSqliteLinkStore({ file: join(folder, 'copy.sqlite') })
  expect(await copy.linkedWallets(row.hostUserId)).toHaveLength(1)
  await copy.stop()
})

/** Lists the files that this process has open. */
function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      // The descriptor with which the folder was read.
      return []
    }
  })
}

test('openSqliteLinkStore: a store in memory has no log', async () => {
  const store = await openSqliteLinkStore({ file: ':memory:' })
  await store.putLinkedWallet(row)
  expect(await store.linkedWallets(row.hostUserId)).toHaveLength(1)
  await store.stop()
})

test('T-40: four processes open one new file at once; one of them gets each challenge', async () => {
  const file = join(temporaryFolder(), 'link.sqlite')
  const program = `
    import { openSqliteLinkStore } from ${JSON.stringify(programFile(new URL('./sqliteLinkStore.ts', import.meta.url).href))}
    let store
    process.on('message', async ({ open, id }) => {
      if (open) store = await openSqliteLinkStore({ file: process.argv[1] })
      process.send(id === undefined ? false : (await store.consumeChallenge({ ...${JSON.stringify(challenge)}, id })) !== undefined)
    })
    process.send(false)`
  const settings = ['--input-type=module', '-e', program, file]
  const children = [1, 2, 3, 4].map(() =>
    spawn(process.execPath, settings, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  const ended = Promise.race(
    children.map(async (child) => {
      const [code] = await once(child, 'exit')
      throw new Error(`a process ended with ${code}`)
    }),
  )
  // Resolves to the answers of all four children to one message that each of them got.
  const answers = async () => {
    const all = Promise.all(children.map((child) => new Promise<unknown>((resolve) => child.once('message', resolve))))
    return await Promise.race([all, ended])
  }
  const ask = (message: { open: true } | { id: string }) => {
    const answered = answers()
    for (const child of children) child.send(message)
    return answered
  }
  try {
    await answers()
    await ask({ open: true })
    const store = await openSqliteLinkStore({ file })
    for (let round = 0; round < 50; round += 1) {
      const id = `c${round}`
      await store.putChallenge({ ...challenge, id }, { openLimit: 1000, now: 1, whenFull: 'refuse' })
      expect((await ask({ id })).filter((isTaken) => isTaken === true)).toHaveLength(1)
    }
    await store.stop()
  } finally {
    for (const child of children) child.kill()
    await ended.catch(() => undefined)
  }
})

test('T-50 lockHostUser: nobody else writes meanwhile, even before the first write', async () => {
  const file = join(temporaryFolder(), 'link.sqlite')
  const store = await openSqliteLinkStore({ file })
  const other = new Database(file)
  other.pragma('busy_timeout = 0')
  const write = () => other.exec('update link_locks set turns = 1')
  await lockHostUser(store.database, 'alice', async () => expect(write).toThrow('locked'))
  write()
  other.close()
  await store.stop()
})

test('openSqliteLinkStore: the log restarts under any number of writers', async () => {
  const file = join(temporaryFolder(), 'link.sqlite')
  const store = await openSqliteLinkStore({ file })
  let longest = 0
  const write = async (writer: number) => {
    for (let number = 0; number < 250; number += 1) {
      await store.takeTokens({ key: crypto.randomUUID(), perMs: 1, burst: 1, now: writer * 1_000 + number })
      longest = Math.max(longest, statSync(`${file}-wal`).size)
      // Yields as between two requests.
      await setImmediate()
    }
  }
  await Promise.all(Array.from({ length: 24 }, (_, writer) => write(writer)))
  // Six thousand writes of several pages. At 10,000 pages SQLite folds the log on the event loop. The log must restart earlier,
  // even if the helper thread gets little processor time.
  expect(longest).toBeLessThan(10_000 * 4_096)
  await store.stop()
})
