import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LinkStore, openPostgresLinkStore, openSqliteLinkStore } from '@hawser/link'
import { queryPostgres } from '@hawser/test-kit/postgresSchema'
import Database from 'libsql'
import { fillStatements, type LinkRows } from './linkRows.ts'
import type { World } from './world.ts'

/** A filled link store. `serverPids` returns the other processes that work for it. */
export type FilledStore = {
  readonly store: LinkStore
  serverPids(): Promise<readonly number[]>
  close(): Promise<void>
}

export type StoreName = 'SQLite' | 'PostgreSQL'

/** Creates and fills the tables, and opens the store on them as a server finds it after a restart. */
export function openFilledStore(name: StoreName, rows: LinkRows, world: World): Promise<FilledStore> {
  return name === 'SQLite' ? openOnSqlite(rows) : openOnPostgres(rows, world)
}

async function openOnSqlite(rows: LinkRows): Promise<FilledStore> {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-bench-'))
  const file = join(folder, 'link.sqlite')
  await (await openSqliteLinkStore({ file })).stop()
  const database = new Database(file)
  for (const statement of fillStatements(rows)) database.exec(statement)
  database.close()
  const store = await openSqliteLinkStore({ file })
  return {
    store,
    serverPids: async () => [],
    async close() {
      await store.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Opens a store on the shared PostgreSQL server. Each size has its own schema on it, because idle connections cost the server
 * nothing.
 */
async function openOnPostgres(rows: LinkRows, world: World): Promise<FilledStore> {
  const server = await world.postgres()
  const url = await server.newSchema()
  await (await openPostgresLinkStore({ url })).stop()
  for (const statement of fillStatements(rows)) await queryPostgres(url, statement)
  // PostgreSQL's autovacuum would do the same a minute later.
  for (const table of ['linked_wallets', 'link_events']) await queryPostgres(url, `vacuum analyze ${table}`)
  const store = await openPostgresLinkStore({ url })
  return {
    store,
    async serverPids() {
      const query = `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
      return (await server.query(query)).map((row) => Number(Reflect.get(Object(row), 'pid')))
    },
    close: () => store.stop(),
  }
}
