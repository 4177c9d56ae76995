import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { LinkStoreNewerError } from '../errors.ts'
import { rowOf, walletOf } from '../linkRows.conformance.ts'
import type { LinkStore } from '../linkStore.ts'
import { type LinkTables, schemaVersion } from './schema.ts'
import { createTables } from './schema1.ts'

type Open = () => Promise<LinkStore & { readonly database: Kysely<LinkTables> }>

const accounts = ['eip155:1:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946', 'eip155:137:0xa'] as const

/** What every engine under the store must do with versions. `place` gives an empty place, and what opens the store there. */
export function testSchema(name: string, place: () => Promise<Open>): void {
  const version = async (database: Kysely<LinkTables>) =>
    await database.selectFrom('link_schema').select('version').execute()
  /** The tables of version 1, with two wallets of one host user, one of another, and an open challenge. */
  const goBack = async ({ database }: Awaited<ReturnType<Open>>) => {
    for (const table of ['linked_wallets', 'link_challenges', 'link_events', 'link_buckets', 'link_locks'])
      await sql`drop table ${sql.table(table)}`.execute(database)
    await createTables(database)
    await database.updateTable('link_schema').set({ version: 1 }).execute()
    for (const [id, user, account, at] of [
      ['second', 'alice', accounts[1], 2],
      ['first', 'alice', accounts[0], 1],
      ['other', 'bob', 'eip155:1:0xb', 3],
    ] as const) {
      const address = account.slice(account.lastIndexOf(':') + 1).toLowerCase()
      await sql`insert into linked_wallets values (${id}, ${user}, 'eip155', ${address}, ${account}, 'W', ${at})`.execute(
        database,
      )
    }
    await sql`insert into link_challenges values ('c', 'alice', 'link', ${accounts[0]}, null, 'm', 9)`.execute(database)
  }

  describe(`${name}: versions of the tables`, () => {
    test('from version 1: wallets keep all they had, say how they were proven, and the first linked is primary', async () => {
      const open = await place()
      const before = await open()
      await goBack(before)
      await before.stop()
      const store = await open()
      expect(await version(store.database)).toEqual([{ version: schemaVersion }])
      const wallet = (id: string, account: (typeof accounts)[number], linkedAt: number) => ({
        id,
        hostUserId: 'alice',
        namespace: 'eip155',
        address: account.slice(account.lastIndexOf(':') + 1).toLowerCase(),
        accountId: account,
        walletName: 'W',
        label: undefined,
        isPrimary: id === 'first',
        linkedAt,
        lastUsedAt: undefined,
        proof: {
          method: 'eip191',
          chainId: account.slice(0, account.lastIndexOf(':')),
          block: undefined,
          challengeId: 'before-2',
        },
        status: 'active',
      })
      expect(await store.linkedWallets('alice')).toEqual([
        wallet('first', accounts[0], 1),
        wallet('second', accounts[1], 2),
      ])
      expect((await store.linkedWallets('bob')).map(({ isPrimary }) => isPrimary)).toEqual([true])
      expect(await store.consumeChallenge({ id: 'c', hostUserId: 'alice', purpose: 'link' })).toBeDefined()
      expect(await store.history('alice', { before: undefined, limit: 9 })).toEqual([])
      await store.stop()
    })

    test('from version 2: wallets keep all they had, and can be proven anew', async () => {
      const open = await place()
      const before = await open()
      const proof = { ...walletOf('a').proof, receipt: undefined }
      await before.putLinkedWallet({ ...walletOf('a'), proof })
      await sql`alter table linked_wallets drop column receipt`.execute(before.database)
      await before.database.updateTable('link_schema').set({ version: 2 }).execute()
      await before.stop()
      const store = await open()
      expect(await version(store.database)).toEqual([{ version: schemaVersion }])
      expect(await store.linkedWallets('alice')).toEqual([rowOf({ ...walletOf('a'), proof })])
      await store.putLinkedWallet(walletOf('b'))
      expect(await store.linkedWallets('alice')).toMatchObject([{ id: 'a', proof: { receipt: 'receipt-b' } }])
      await store.stop()
    })

    test('a step that fails leaves the older version whole, and can be tried again', async () => {
      const open = await place()
      const before = await open()
      await goBack(before)
      await sql`create table link_buckets (id integer)`.execute(before.database)
      await expect(open()).rejects.toMatchObject({ code: 'link_store_unavailable' })
      expect(await version(before.database)).toEqual([{ version: 1 }])
      expect((await sql`select * from linked_wallets`.execute(before.database)).rows).toHaveLength(3)
      await sql`drop table link_buckets`.execute(before.database)
      await before.stop()
      const store = await open()
      expect(await store.linkedWallets('alice')).toHaveLength(2)
      await store.stop()
    })

    test('of a host user’s events the latest 1,000 are kept, of another’s none is touched', async () => {
      const store = await (await place())()
      const { accountId: account_id } = walletOf('a')
      for (const host_user_id of ['alice', 'bob'])
        for (let from = 0; from < 1_200; from += 100) {
          const rest = { host_user_id, type: 'renamed', at: 1, account_id, wallet_name: null }
          const values = Array.from({ length: 100 }, (_, index) => ({ ...rest, number: from + index + 1 }))
          await store.database.insertInto('link_events').values(values).execute()
        }
      await store.putLinkedWallet(walletOf('a'))
      const numbers = async (user: string) =>
        (await store.history(user, { before: undefined, limit: 2_000 })).map(({ number }) => number)
      expect(await numbers('alice')).toEqual(Array.from({ length: 1_000 }, (_, index) => 1_201 - index))
      expect(await numbers('bob')).toHaveLength(1_200)
      await store.stop()
    })

    test('a newer version is refused and left alone', async () => {
      const open = await place()
      const store = await open()
      await store.database.updateTable('link_schema').set({ version: 99 }).execute()
      await expect(open()).rejects.toThrow(LinkStoreNewerError)
      expect(await version(store.database)).toEqual([{ version: 99 }])
      await store.stop()
    })
  })
}
