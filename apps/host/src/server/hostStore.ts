import { createSqlLinkStore, type LinkStore, type LinkTables } from '@hawser/link'
import { Kysely, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { DataFileUnusableError } from './errors.ts'
import type { HostTables } from './visitorSessions.ts'

/** The host app's data file: visitor sessions and, in link's own tables, linked wallets. */
export type HostStore = {
  readonly database: Kysely<HostTables>
  readonly linkStore: LinkStore
  close(): Promise<void>
}

/**
 * Opens the file over one connection: the driver blocks, and a second one could wait for a lock its own process holds.
 * @throws DataFileUnusableError, LinkStoreNewerError
 */
export async function openHostStore(file: string): Promise<HostStore> {
  const connection = openFile(file)
  const database = new Kysely<HostTables>({
    dialect: new SqliteDialect({
      database: {
        prepare: (text) => {
          const statement = connection.prepare(text)
          return {
            reader: statement.reader,
            all: (parameters) => statement.all([...parameters]),
            run: (parameters) => statement.run([...parameters]),
            iterate: (parameters) => statement.iterate([...parameters]),
          }
        },
        close: () => {
          // libsql leaves the log beside the file on close; folded in, the file alone can be copied.
          connection.pragma('wal_checkpoint(TRUNCATE)')
          connection.close()
        },
      },
    }),
  })
  const linkStore = await createSqlLinkStore({ database: database.withTables<LinkTables>() })
  return { database, linkStore, close: () => linkStore.stop() }
}

function openFile(file: string): Database.Database {
  try {
    const connection = new Database(file)
    // FULL: a link that was confirmed survives a power cut.
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'busy_timeout = 5000']) connection.pragma(pragma)
    return connection
  } catch (cause) {
    throw new DataFileUnusableError(
      `The data file ${file} cannot be opened. Check that it can be written, or move it away to start afresh.`,
      { cause },
    )
  }
}
