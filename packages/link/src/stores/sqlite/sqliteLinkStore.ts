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
import type { SqliteWal } from './sqliteWal.ts'
import { cacheStatements } from './statements.ts'
import { createSyncLevel, type SyncLevel } from './syncLevel.ts'

/**
 * `database` gives access to tables of the host app in the same file. A second connection could wait for a lock of its own
 * process.
 */
export type SqliteLinkStore = LinkStore & { readonly database: Kysely<LinkTables> }

/**
 * Opens the link store in one SQLite file. Creates the file and its folder if they are missing.
 * @param options - `upgrade`: false refuses a store of an older version instead of migrating it. `onStep`: receives the number
 * of each step of a migration before it runs, and the number of all.
 * @throws LinkStoreUnavailableError - the file cannot be written, or is not a database.
 * @throws LinkStoreNewerError, LinkStoreOlderError
 * @throws DriverMissingError - the package libsql is not installed.
 * @example
 * const store = await openSqliteLinkStore({ file: './data/link.sqlite' })
 */
export async function openSqliteLinkStore(options: {
  readonly file: string
  readonly upgrade?: boolean
  readonly onStep?: (step: number, count: number) => void
}): Promise<SqliteLinkStore> {
  if (typeof options?.file !== 'string' || options.file === '')
    throw new InvalidArgumentError('`file` must be the path of the link store, or ":memory:".')
  const { Driver, openSqliteWal } = await loadDriver()
  let connection: Database.Database | undefined
  let log: SqliteWal | undefined
  try {
    mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
    // Only this user can read the file, even in a shared folder; SQLite gives its log the same mode. An existing file is not
    // opened here: closing it would drop every lock that this process has on it (POSIX), including those of another open store.
    if (options.file !== ':memory:' && !existsSync(options.file)) closeSync(openSync(options.file, 'a', 0o600))
    connection = new Driver(options.file)
    const level = createSyncLevel(connection)
    const database = await openDatabase(connection, level)
    log = openLogOf(connection, openSqliteWal, (run) => database.connection().execute(run))
    const writes = writesOf(database, level, log)
    const store = await createSqlLinkStore({ database, writes, upgrade: options.upgrade, onStep: options.onStep })
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

/** Loaded only here: a host app with another store does not need the driver. */
async function loadDriver() {
  try {
    const { default: Driver } = await import('libsql')
    const { openSqliteWal } = await import('./sqliteWal.ts')
    return { Driver, openSqliteWal }
  } catch (cause) {
    throw explainMissing(cause, 'libsql', 'openSqliteLinkStore')
  }
}

/**
 * Opens the log where SQLite keeps it: next to the file that a symbolic link or URI leads to. A database in memory has no log.
 */
function openLogOf(
  connection: Database.Database,
  openSqliteWal: typeof import('./sqliteWal.ts').openSqliteWal,
  alone: (run: () => Promise<void>) => Promise<void>,
): SqliteWal | undefined {
  const [file] = connection.prepare("select file from pragma_database_list where name = 'main'").pluck().all()
  return typeof file === 'string' && file !== '' ? openSqliteWal(file, { alone }) : undefined
}

/** Returns a `stop` that closes everything once, however often it is called. */
function createStop(store: LinkStore, log: SqliteWal | undefined): () => Promise<void> {
  let stopped: Promise<void> | undefined
  const stop = async () => {
    // SQLite does not wait for a running fold, and would leave the log next to the file.
    await log?.endCheckpoints()
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

/** The log syncs the store's own writes to the disk. If SQLite waited for the disk itself, the whole process would wait. */
function writesOf(database: Kysely<LinkTables>, level: SyncLevel, log: SqliteWal | undefined): Writes {
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
  // Set first, because the timeout waits for a second process.
  connection.pragma('busy_timeout = 5000')
  await useWriteAheadLog(connection)
  // The first read creates the log file.
  connection.prepare('select 1 from sqlite_master').all()
  connection.pragma('synchronous = FULL')
  // SQLite itself folds only a log that `sqliteCheckpoints.ts` could not fold in time. The next commit then waits for the fold.
  connection.pragma('wal_autocheckpoint = 10000')
  return new Kysely<LinkTables>({
    dialect: new SqliteDialect({
      database: {
        ...cacheStatements(connection, level.prepareFor),
        close: () => {
          // libsql leaves the log next to the file on close. After this fold, the file alone can be copied.
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
      // If two processes switch a new file at the same moment, SQLite answers "busy" at once, whatever the timeout.
      const isBusy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
      if (!isBusy || attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
