import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { LinkStoreNewerError, LinkStoreOlderError, LinkStoreUnavailableError } from '../errors.ts'
import type { LinkStore } from '../linkStore.ts'
import type { Lightly } from './challenges.ts'
import type { LinkTables } from './schema.ts'
import { createSqlLinkStore } from './sql.ts'
import { keepStatements } from './statements.ts'
import { createSyncLevel, type SyncLevel } from './syncLevel.ts'

/** `database` is for tables of the host app in the same file: a second connection could wait for a lock of its own process. */
export type SqliteLinkStore = LinkStore & { readonly database: Kysely<LinkTables> }

/**
 * The link store in one SQLite file, made with its folder when missing.
 * @param options - `upgrade`: false refuses a store of an older version instead of bringing it up to this one
 * @throws LinkStoreUnavailableError - the file cannot be written, or is no database
 * @throws LinkStoreNewerError, LinkStoreOlderError
 */
export async function openSqliteLinkStore(options: {
  readonly file: string
  readonly upgrade?: boolean
}): Promise<SqliteLinkStore> {
  let connection: Database.Database | undefined
  try {
    mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
    // Ours alone to read, in a folder that is not; SQLite gives its log the same mode.
    if (options.file !== ':memory:') closeSync(openSync(options.file, 'a', 0o600))
    connection = new Database(options.file)
    const level = createSyncLevel(connection)
    const database = await openDatabase(connection, level)
    const lightly: Lightly = (run) => database.connection().execute((alone) => level.lightly(() => run(alone)))
    return { ...(await createSqlLinkStore({ database, lightly, upgrade: options.upgrade })), database }
  } catch (error) {
    connection?.close()
    if (error instanceof LinkStoreNewerError || error instanceof LinkStoreOlderError) throw error
    throw new LinkStoreUnavailableError(
      `The link store ${options.file} cannot be opened. Check that its folder can be written and that the file is one of ours.`,
      { cause: error },
    )
  }
}

async function openDatabase(connection: Database.Database, level: SyncLevel): Promise<Kysely<LinkTables>> {
  // FULL: a link that was answered with 201 survives a power cut. The timeout, set first, waits out a second process.
  connection.pragma('busy_timeout = 5000')
  await useWriteAheadLog(connection)
  connection.pragma('synchronous = FULL')
  // Moving the log into the file holds up whoever commits then: with SQLite's own 1,000 pages that is one link in forty.
  connection.pragma('wal_autocheckpoint = 10000')
  return new Kysely<LinkTables>({
    dialect: new SqliteDialect({
      database: {
        ...keepStatements(connection, level.prepareFor),
        close: () => {
          // libsql leaves the log beside the file on close; folded in, the file alone can be copied.
          connection.pragma('wal_checkpoint(TRUNCATE)')
          connection.close()
        },
      },
    }),
  })
}

async function useWriteAheadLog(connection: Database.Database): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      connection.pragma('journal_mode = WAL')
      return
    } catch (error) {
      // SQLite answers "busy" at once, whatever the timeout, when two processes switch a new file at the same moment.
      const isBusy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
      if (!isBusy || attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
