import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { InvalidArgumentError } from '@hawser/wire'
import { Kysely, SqliteDialect } from 'kysely'
import type Database from 'libsql'
import { LinkStoreNewerError, LinkStoreOlderError, LinkStoreUnavailableError } from '../../errors.ts'
import type { LinkStore } from '../../records/linkStore.ts'
import { explainMissing } from '../driverMissing.ts'
import type { LinkTables } from '../schema/linkTables.ts'
import { createSqlLinkStore } from '../sql/sqlLinkStore.ts'
import type { Write, Writes } from '../sql/writes.ts'
import type { SqliteLog } from './sqliteLog.ts'
import { keepStatements } from './statements.ts'
import { createSyncLevel, type SyncLevel } from './syncLevel.ts'

/** `database` is for tables of the host app in the same file: a second connection could wait for a lock of its own process. */
export type SqliteLinkStore = LinkStore & { readonly database: Kysely<LinkTables> }

/**
 * Opens the link store in one SQLite file. It makes the file and its folder if they are missing.
 * @param options - `upgrade`: false refuses a store of an older version instead of bringing it up to this one.
 * @throws LinkStoreUnavailableError - the file cannot be written, or is not a database.
 * @throws LinkStoreNewerError, LinkStoreOlderError
 * @throws DriverMissingError - the package libsql is not installed.
 * @example
 * const store = await openSqliteLinkStore({ file: './data/link.sqlite' })
 */
export async function openSqliteLinkStore(options: {
  readonly file: string
  readonly upgrade?: boolean
}): Promise<SqliteLinkStore> {
  if (typeof options?.file !== 'string' || options.file === '')
    throw new InvalidArgumentError('`file` must be the path of the link store, or ":memory:".')
  const { Driver, openSqliteLog } = await loadDriver()
  let connection: Database.Database | undefined
  let log: SqliteLog | undefined
  try {
    mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
    // Ours alone to read, in a folder that is not; SQLite gives its log the same mode. Not where it is there: to close a file
    // drops every lock this process has on it (POSIX), those of a store that has it open too.
    if (options.file !== ':memory:' && !existsSync(options.file)) closeSync(openSync(options.file, 'a', 0o600))
    connection = new Driver(options.file)
    const level = createSyncLevel(connection)
    const database = await openDatabase(connection, level)
    log = openLogOf(connection, openSqliteLog, (run) => database.connection().execute(run))
    const writes = writesOf(database, level, log)
    const store = await createSqlLinkStore({ database, writes, upgrade: options.upgrade })
    return { ...store, stop: createStop(store, log), database }
  } catch (error) {
    await log?.close()
    connection?.close()
    if (error instanceof LinkStoreNewerError || error instanceof LinkStoreOlderError) throw error
    throw new LinkStoreUnavailableError(
      `The link store ${options.file} cannot be opened. Check that its folder can be written and that the file is one of ours.`,
      { cause: error },
    )
  }
}

/** Loaded only here: a host app with another store does without. */
async function loadDriver() {
  try {
    const { default: Driver } = await import('libsql')
    const { openSqliteLog } = await import('./sqliteLog.ts')
    return { Driver, openSqliteLog }
  } catch (cause) {
    throw explainMissing(cause, 'libsql', 'openSqliteLinkStore')
  }
}

/** The log where SQLite has it: beside the file that a link or an address of the file leads to. None in memory. */
function openLogOf(
  connection: Database.Database,
  openSqliteLog: typeof import('./sqliteLog.ts').openSqliteLog,
  alone: (run: () => Promise<void>) => Promise<void>,
): SqliteLog | undefined {
  const [file] = connection.prepare("select file from pragma_database_list where name = 'main'").pluck().all()
  return typeof file === 'string' && file !== '' ? openSqliteLog(file, { alone }) : undefined
}

/** However often it is called, it ends each thing once. */
function createStop(store: LinkStore, log: SqliteLog | undefined): () => Promise<void> {
  let stopped: Promise<void> | undefined
  const stop = async () => {
    // SQLite does not wait for a fold that runs, and would leave the log beside the file.
    await log?.endFolding()
    try {
      await store.stop()
    } finally {
      await log?.close()
    }
  }
  return () => {
    stopped ??= stop()
    return stopped
  }
}

/** The store's own writes leave the disk to the log: SQLite's own wait for it would hold up the whole process. */
function writesOf(database: Kysely<LinkTables>, level: SyncLevel, log: SqliteLog | undefined): Writes {
  const lightly: Write = async (run) => {
    const result = await database.connection().execute((alone) => level.lightly(() => run(alone)))
    log?.grew()
    return result
  }
  const durably: Write = async (run) => {
    const result = await lightly(run)
    await log?.sync()
    return result
  }
  return { lightly, durably }
}

async function openDatabase(connection: Database.Database, level: SyncLevel): Promise<Kysely<LinkTables>> {
  // The timeout, set first, waits out a second process.
  connection.pragma('busy_timeout = 5000')
  await useWriteAheadLog(connection)
  // With the first that is read it makes the file of the log.
  connection.prepare('select 1 from sqlite_master').all()
  connection.pragma('synchronous = FULL')
  // Only the pages that `sqliteFolding.ts` could not fold in time: the next commit then waits.
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
