import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Database from 'libsql'
import { MailboxInUseError, MailboxUnusableError } from '../errors.ts'
import { integerOf } from './rows.ts'

const schemaVersion = 1
// 'HWSR': tells our files from other SQLite databases.
const applicationId = 0x48575352

// Texts of clients are blobs: libsql cuts a TEXT at its first NUL.
const schema = `
  BEGIN IMMEDIATE;
  CREATE TABLE messages (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    message_id TEXT NOT NULL,
    publisher_id TEXT NOT NULL,
    length INTEGER NOT NULL,
    is_taken INTEGER NOT NULL DEFAULT 0,
    published_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    attestation BLOB NOT NULL,
    message BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX messages_by_id ON messages (topic, message_id);
  CREATE INDEX messages_by_topic ON messages (topic, sequence, expires_at, is_taken, length);
  CREATE INDEX messages_by_expiry ON messages (expires_at);
  CREATE TABLE taken (
    sequence INTEGER NOT NULL,
    client_id TEXT NOT NULL,
    PRIMARY KEY (sequence, client_id)
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
  COMMIT;
`

/** A mailbox's database, held by this process alone. */
export type SqliteFile = { readonly database: Database.Database; close(): void }

/**
 * Opens the file, making it and its folder when missing.
 * @throws MailboxUnusableError, MailboxInUseError
 */
export function openSqliteFile(file: string): SqliteFile {
  const opened: Database.Database[] = []
  const open = (path: string, options: Database.Options) => {
    const database = new Database(path, options)
    opened.push(database)
    return database
  }
  try {
    makeFolder(dirname(resolve(file)))
    // Whoever may read it learns who talks to whom. SQLite gives its log the same mode.
    closeSync(openSync(file, 'a', 0o600))
    const lock = open(`${file}-lock`, { timeout: 0 })
    hold(lock, file)
    const database = open(file, { timeout: 5000 })
    // FULL: a publish that was answered survives the loss of power.
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) database.pragma(pragma)
    checkSchema(database, file)
    database.exec(`CREATE INDEX IF NOT EXISTS messages_by_publisher
      ON messages (publisher_id, expires_at, length) WHERE is_taken = 0`)
    return { database, close: () => close(database, lock) }
  } catch (cause) {
    for (const database of opened) database.close()
    if (cause instanceof MailboxInUseError || cause instanceof MailboxUnusableError) throw cause
    const reason = codeOf(cause)
    throw new MailboxUnusableError(
      `The mailbox ${file} cannot be opened${reason === undefined ? '' : ` (${reason})`}. Check that its folder can be written and that the file is a mailbox of ours.`,
      { cause },
    )
  }
}

/** Node's own recursive mkdir never returns where a folder can neither be made nor is missing, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** A lock of the operating system: it ends with the process, however that ends. */
function hold(lock: Database.Database, file: string): void {
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    if (codeOf(cause) !== 'SQLITE_BUSY') throw cause
    throw new MailboxInUseError(`Another relay holds the mailbox ${file}. Stop it or choose another folder.`, { cause })
  }
}

function checkSchema(database: Database.Database, file: string): void {
  const pragma = (name: string) => integerOf(database.prepare(`PRAGMA ${name}`).get([]), name)
  const tables = integerOf(database.prepare('SELECT count(*) AS tables FROM sqlite_master').get([]), 'tables')
  if (tables === 0) {
    database.exec(schema)
    return
  }
  if (pragma('application_id') !== applicationId)
    throw new MailboxUnusableError(`${file} is a database of something else. Choose another file.`)
  const version = pragma('user_version')
  if (version !== schemaVersion) {
    throw new MailboxUnusableError(
      `The mailbox ${file} has format ${version}; this relay reads format ${schemaVersion}. Use the version of Hawser that wrote it.`,
    )
  }
}

function close(database: Database.Database, lock: Database.Database): void {
  try {
    // libsql leaves the log beside the file on close; folded in, the file alone can be copied.
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
    lock.exec('ROLLBACK')
    lock.close()
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' && error.code !== '' ? error.code : undefined
}
