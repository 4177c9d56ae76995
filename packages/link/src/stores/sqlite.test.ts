import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { createFolder } from '../createTestHost.conformance.ts'
import { LinkStoreNewerError, LinkStoreUnavailableError } from '../errors.ts'
import { testLinkedWalletStore } from '../linkStore.conformance.ts'
import { openSqliteLinkStore } from './sqlite.ts'

testLinkedWalletStore('SQLite', () => openSqliteLinkStore({ file: join(createFolder(), 'link.sqlite') }))

const row = {
  id: 'w',
  hostUserId: 'alice',
  namespace: 'eip155',
  address: '0xa',
  accountId: 'eip155:1:0xa',
  walletName: 'W',
  linkedAt: 1,
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

test('openSqliteLinkStore: makes its folder, and keeps wallets and challenges over a restart', async () => {
  const file = join(createFolder(), 'deep', 'er', 'link.sqlite')
  const store = await openSqliteLinkStore({ file })
  await store.putLinkedWallet(row)
  await store.putChallenge(challenge, { openLimit: 1, now: 1 })
  await store.stop()
  const again = await openSqliteLinkStore({ file })
  expect(await again.linkedWallets('alice')).toHaveLength(1)
  expect(await again.consumeChallenge(challenge)).toEqual(challenge)
  await again.stop()
})

test('openSqliteLinkStore: a file copied after stop() is whole', async () => {
  const folder = createFolder()
  const store = await openSqliteLinkStore({ file: join(folder, 'link.sqlite') })
  await store.putLinkedWallet(row)
  await store.stop()
  writeFileSync(join(folder, 'copy.sqlite'), readFileSync(join(folder, 'link.sqlite')))
  const copy = await openSqliteLinkStore({ file: join(folder, 'copy.sqlite') })
  expect(await copy.linkedWallets('alice')).toHaveLength(1)
  await copy.stop()
})

test('openSqliteLinkStore: refuses a file of a newer version and leaves it alone', async () => {
  const file = join(createFolder(), 'link.sqlite')
  await (await openSqliteLinkStore({ file })).stop()
  const newer = new Database(file)
  newer.exec('update link_schema set version = 99')
  newer.close()
  await expect(openSqliteLinkStore({ file })).rejects.toThrow(LinkStoreNewerError)
  const after = new Database(file)
  expect(after.prepare('select version from link_schema').all([])).toEqual([{ version: 99 }])
  after.close()
})

test('openSqliteLinkStore: the rows are unique by namespace and address in the database itself (T-50)', async () => {
  const file = join(createFolder(), 'link.sqlite')
  await (await openSqliteLinkStore({ file })).stop()
  const raw = new Database(file)
  const insert = (id: string) =>
    raw
      .prepare('insert into linked_wallets values (?, ?, ?, ?, ?, ?, ?)')
      .run([id, id, 'eip155', '0xa', 'eip155:1:0xa', null, 1])
  insert('a')
  expect(() => insert('b')).toThrow(/UNIQUE/)
  raw.close()
})

test('openSqliteLinkStore: says so when the path is a folder, or the file no database', async () => {
  const folder = createFolder()
  mkdirSync(join(folder, 'folder.sqlite'))
  writeFileSync(join(folder, 'text.sqlite'), 'This is a text and no database. '.repeat(100))
  for (const name of ['folder.sqlite', 'text.sqlite', 'text.sqlite/link.sqlite'])
    await expect(openSqliteLinkStore({ file: join(folder, name) })).rejects.toThrow(LinkStoreUnavailableError)
})

test('T-40: four processes on one new file, at once: all open it, and each challenge is consumed once', async () => {
  const file = join(createFolder(), 'link.sqlite')
  const program = `
    import { once } from 'node:events'
    import { openSqliteLinkStore } from ${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)}
    const go = once(process.stdin, 'data')
    process.stdout.write('ready ')
    await go
    const store = await openSqliteLinkStore({ file: process.argv[1] })
    const challenge = ${JSON.stringify(challenge)}
    const [first, last] = JSON.parse(process.argv[2])
    for (let index = first; index < last; index += 1)
      await store.putChallenge({ ...challenge, id: 'c' + index }, { openLimit: 1000, now: 1 })
    process.stdout.write('written ')
    await once(process.stdin, 'data')
    let taken = 0
    for (let index = 0; index < 300; index += 1) {
      // By the clock, so that all four ask for the same one at the same moment.
      const wait = Math.ceil(Date.now() / 4) * 4 - Date.now()
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (await store.consumeChallenge({ ...challenge, id: 'c' + index }) !== undefined) taken += 1
    }
    await store.stop()
    process.stdout.write('taken=' + taken)
    process.exit()`
  const settings = ['--import', 'tsx', '--conditions=@hawser/source', '--input-type=module', '-e', program, file]
  const children = [0, 1, 2, 3].map((child) =>
    spawn(process.execPath, [...settings, JSON.stringify([child * 75, child * 75 + 75])], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const outputs = children.map(() => '')
  const said = (word: string) =>
    Promise.all(
      children.map(async (child, index) => {
        for (;;) {
          if (outputs[index]?.includes(word)) return
          const chunk: unknown = await new Promise((resolve, reject) => {
            child.stdout.once('data', (data) => resolve(data))
            child.once('close', (code) => reject(new Error(`process ended with ${code} before "${word}"`)))
          })
          outputs[index] += String(chunk)
        }
      }),
    )
  try {
    for (const word of ['ready', 'written']) {
      await said(word)
      for (const child of children) child.stdin.write('go\n')
    }
    await said('taken=')
  } finally {
    for (const child of children) child.kill()
  }
  const taken = outputs.map((output) => Number(output.split('taken=')[1]))
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(300)
  // Else one process was alone and the test proved nothing.
  expect(taken.filter((count) => count > 0).length).toBeGreaterThan(1)
}, 30_000)
