import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { LinkStoreNewerError } from '../../errors.ts'
import { rowOf, walletOf } from '../../records/linkRows.fixture.ts'
import type { LinkStore } from '../../records/linkStore.ts'
import { goBackTo, putOldWallet } from './goBackTo.fixture.ts'
import type { LinkTables } from './linkTables.ts'
import { schemaVersion } from './migrate.ts'

type Open = () => Promise<LinkStore & { readonly database: Kysely<LinkTables> }>

const accounts = ['eip155:1:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946', 'eip155:137:0xa'] as const

/**
 * The contract for schema versions on every database engine. `place` creates an empty location, and returns a function that
 * opens the store there.
 */
export function testSchema(name: string, place: () => Promise<Open>): void {
  const version = async (database: Kysely<LinkTables>) =>
    await database.selectFrom('link_schema').select('version').execute()
  /** Goes back to version 1, with two wallets of one host user, one of another, and an open challenge. */
  const goBack = async ({ database }: Awaited<ReturnType<Open>>) => {
    await goBackTo(database, 1)
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
    test('from version 1: wallets keep all their data, and the first linked is primary', async () => {
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

    test.each([2, 3, 4])('from version %i: all data is kept, and a wallet can be proven again', async (older) => {
      const open = await place()
      const before = await open()
      const { database } = before
      await goBackTo(database, older)
      const { id, hostUserId, namespace, address, accountId, walletName, linkedAt, proof } = walletOf('a')
      await sql`insert into linked_wallets (id, host_user_id, namespace, address, bare_address, account_id, wallet_name, label,
          is_primary, linked_at, last_used_at, proof_method, proof_chain_id, challenge_id, status)
        values (${id}, ${hostUserId}, ${namespace}, ${address}, ${address}, ${accountId}, ${walletName}, 'savings',
          1, ${linkedAt}, 7, ${proof.method}, ${proof.chainId}, ${proof.challengeId}, 'stale')`.execute(database)
      if (older >= 3) await sql`update linked_wallets set receipt = 'receipt-a'`.execute(database)
      await sql`insert into link_events values (${hostUserId}, 1, 'linked', 5, ${accountId}, null)`.execute(database)
      await sql`insert into link_challenges values ('c', ${hostUserId}, 'link', ${accountId}, null, 'm', 9)`.execute(
        database,
      )
      await sql`insert into link_buckets values ('k', 60)`.execute(database)
      await before.stop()
      const store = await open()
      expect(await version(store.database)).toEqual([{ version: schemaVersion }])
      const receipt = older >= 3 ? 'receipt-a' : undefined
      const row = { ...rowOf({ ...walletOf('a'), proof: { ...proof, receipt } }), label: 'savings', lastUsedAt: 7 }
      expect(await store.linkedWallets(hostUserId)).toEqual([{ ...row, status: 'stale' }])
      expect(await store.history(hostUserId, { before: undefined, limit: 9 })).toMatchObject([{ number: 1, at: 5 }])
      expect(await store.consumeChallenge({ id: 'c', hostUserId, purpose: 'link' })).toMatchObject({ message: 'm' })
      expect(await store.takeTokens({ key: 'k', perMs: 60, burst: 1, now: 1 })).toEqual({
        allowed: false,
        retryAfterMs: 59,
      })
      await store.putLinkedWallet(walletOf('b'))
      expect(await store.linkedWallets(hostUserId)).toMatchObject([
        { id: 'a', label: 'savings', status: 'active', proof: { receipt: 'receipt-b' } },
      ])
      await store.stop()
    })

    test('the host app’s own objects on wallets and history survive the upgrade', async () => {
      const open = await place()
      const before = await open()
      const { database } = before
      await goBackTo(database, 3)
      await putOldWallet(database, walletOf('a'))
      await sql`create table host_notes (wallet text references linked_wallets (id) on delete cascade)`.execute(
        database,
      )
      await sql`insert into host_notes values ('a')`.execute(database)
      await sql`create view host_view as select w.id, e.type from linked_wallets w join link_events e using (host_user_id)`.execute(
        database,
      )
      await before.stop()
      const store = await open()
      expect(await version(store.database)).toEqual([{ version: schemaVersion }])
      expect((await sql`select * from host_notes`.execute(store.database)).rows).toEqual([{ wallet: 'a' }])
      expect((await sql`select * from host_view`.execute(store.database)).rows).toEqual([{ id: 'a', type: 'linked' }])
      await store.removeLinkedWallet({ id: 'a', hostUserId: 'alice', at: 1 })
      expect((await sql`select * from host_notes`.execute(store.database)).rows).toEqual([])
      await store.stop()
    })

    test('an address has one owner: the database refuses a second row', async () => {
      const store = await (await place())()
      await store.putLinkedWallet(walletOf('a'))
      const [row] = await store.database.selectFrom('linked_wallets').selectAll().execute()
      for (const bare_address of [row?.bare_address, '0xother']) {
        const other = { ...row, id: 'b', host_user_id: 'bob', bare_address } as NonNullable<typeof row>
        await expect(store.database.insertInto('linked_wallets').values(other).execute()).rejects.toThrow(/unique/i)
      }
      await store.stop()
    })

    test('a failed step leaves the older version intact, and can be repeated', async () => {
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

    test('keeps a host user’s latest 1,000 events, and touches none of another', async () => {
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
