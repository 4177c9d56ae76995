import { type Kysely, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { LinkTables } from '../schema/linkTables.ts'
import { openSqliteLinkStore, type SqliteLinkStore } from '../sqlite/sqliteLinkStore.ts'
import { compileOnce } from './compileOnce.ts'

const open: SqliteLinkStore[] = []

async function openStore(): Promise<Kysely<LinkTables>> {
  const store = await openSqliteLinkStore({ file: ':memory:' })
  open.push(store)
  return store.database
}

afterEach(async () => {
  for (const store of open.splice(0)) await store.stop()
})

type Bucket = { readonly key: string; readonly fullAt: number }

test('a query is built once for a database, and each call has its own values', async () => {
  let built = 0
  const put = compileOnce((database, { key, fullAt }: Bucket) => {
    built += 1
    return database.insertInto('link_buckets').values({ key, full_at: fullAt }).returning(['key', 'full_at'])
  })
  const database = await openStore()
  expect(await put(database, { key: 'one', fullAt: 1 })).toMatchObject([{ key: 'one', full_at: 1 }])
  expect(await put(database, { key: 'two', fullAt: 2 })).toMatchObject([{ key: 'two', full_at: 2 }])
  expect(built).toBe(1)
  expect(await put(await openStore(), { key: 'one', fullAt: 3 })).toMatchObject([{ key: 'one', full_at: 3 }])
  expect(built).toBe(2)
})

test('a transaction undoes its queries, and shares earlier built ones', async () => {
  let built = 0
  const put = compileOnce((database, { key }: { readonly key: string }) => {
    built += 1
    return database.insertInto('link_buckets').values({ key, full_at: 1 })
  })
  const database = await openStore()
  await put(database, { key: 'kept' })
  const failing = database.transaction().execute(async (transaction) => {
    await put(transaction, { key: 'undone' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await database.selectFrom('link_buckets').select('key').execute()).toMatchObject([{ key: 'kept' }])
  expect(built).toBe(1)
})

test('a value may appear twice, beside constant values, and be null', async () => {
  const select = compileOnce((database, { name }: { readonly name: string | null }) =>
    database.selectNoFrom([
      sql<string | null>`${name}`.as('first'),
      sql<string>`${'always'}`.as('fixed'),
      sql<string | null>`${name}`.as('again'),
    ]),
  )
  const database = await openStore()
  expect(await select(database, { name: 'a' })).toMatchObject([{ first: 'a', fixed: 'always', again: 'a' }])
  expect(await select(database, { name: null })).toMatchObject([{ first: null, fixed: 'always', again: null }])
})

test('a value’s content is never read as part of the statement', async () => {
  const put = compileOnce((database, { key, fullAt }: Bucket) =>
    database.insertInto('link_buckets').values({ key, full_at: fullAt }).returning('key'),
  )
  const key = `', 1); drop table link_buckets; --`
  expect(await put(await openStore(), { key, fullAt: 1 })).toMatchObject([{ key }])
})

test('refuses a value that the query computes with while it is built', async () => {
  const select = compileOnce((database, { now }: { readonly now: number }) =>
    database
      .selectFrom('link_buckets')
      .select('key')
      .where('full_at', '<', now - 1),
  )
  await expect(select(await openStore(), { now: 5 })).rejects.toThrow('"now" has no value while its query is built')
})
