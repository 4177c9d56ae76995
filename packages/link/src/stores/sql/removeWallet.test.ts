import type { KyselyPlugin } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { accountId, now, walletOf } from '../../records/linkRows.fixture.ts'
import { openSqliteLinkStore, type SqliteLinkStore } from '../sqlite/sqliteLinkStore.ts'
import { removeWallet } from './removeWallet.ts'

const open: SqliteLinkStore[] = []

afterEach(async () => {
  for (const store of open.splice(0)) await store.stop()
})

/** Links this many wallets, unlinks the last one, and counts the rows that the unlinking read and returned. */
async function countRows(wallets: number, only?: 'inactive' | 'not-last') {
  const store = await openSqliteLinkStore({ file: ':memory:' })
  open.push(store)
  for (let index = 0; index < wallets; index += 1) {
    const address = `0x${String(index).padStart(40, '0')}`
    await store.putLinkedWallet(walletOf(`w${index}`, { address, linkedAt: now + index }))
  }
  let rows = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length
      return result
    },
  }
  const key = { hostUserId: 'alice', id: `w${wallets - 1}`, at: now, only }
  const removed = await store.database
    .withPlugin(counting)
    .transaction()
    .execute((transaction) => removeWallet(transaction, key))
  return { rows, removed }
}

test('unlinking a wallet reads as many rows of a user with many wallets as of one with two', async () => {
  const few = await countRows(2)
  const many = await countRows(60)
  expect(many.removed).toMatchObject({ id: 'w59', accountId })
  expect(many.rows).toBe(few.rows)
  expect((await countRows(60, 'not-last')).rows).toBe((await countRows(2, 'not-last')).rows)
})
