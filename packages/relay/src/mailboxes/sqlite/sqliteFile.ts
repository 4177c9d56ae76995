import { closeSync, existsSync, fdatasync as nodeFdatasync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { DriverMissingError } from '@hawser/wire'
import { MailboxInUseError, MailboxUnusableError } from '../../errors.ts'
import { makeFolder } from './makeFolder.ts'
import { openDatabase, type SqliteDatabase } from './sqliteDatabase.ts'
import { checkSchema } from './sqliteSchema.ts'

// Larger pages take fewer system calls, but more bytes for a single message.
const pageLength = 8_192
// `fold` moves the log into the database. SQLite itself does so during a commit, but only when `fold` fails.
const longestLog = 128 * 1024 * 1024
const pragmas = [
  `page_size = ${pageLength}`,
  'journal_mode = WAL',
  // NORMAL leaves the fsync of a commit to this module, so that the fsync does not block the process (ADR 0017).
  'synchronous = NORMAL',
  `wal_autocheckpoint = ${longestLog / pageLength}`,
]
// Folding blocks the process for longer the more there is to fold: about 8 ms at this length, 44 ms at eight times it, at the same
// rate of messages. Messages stored one by one lengthen the log by a page or two each.
const lengthPerFold = 2 * 1024 * 1024
const syncsPerFold = 512
const fdatasync = promisify(nodeFdatasync)

/** A mailbox's database, locked by this process. */
export type SqliteFile = {
  readonly database: SqliteDatabase
  /** Resolves when all commits are on the disk. */
  sync(): Promise<void>
  /** Reports the length of a commit. */
  grew(length: number): void
  /** Folds the log into the database if the log is long. @returns whether it was */
  fold(): boolean
  close(): void
}

/**
 * Opens the file. Creates the file and its folder if missing.
 * @throws MailboxUnusableError, MailboxInUseError, DriverMissingError
 */
export function openSqliteFile(file: string): SqliteFile {
  // SQLite takes these names for a database that ends with the process.
  if (file === '' || file === ':memory:')
    throw new MailboxUnusableError('A SQLite mailbox needs the path of a file. In memory, use createMemoryMailbox().')
  const opened: SqliteDatabase[] = []
  const open = (path: string, options: { readonly timeout: number }) => {
    const database = openDatabase(path, options)
    opened.push(database)
    return database
  }
  try {
    makeFolder(dirname(resolve(file)))
    // A reader of the file learns which clients talk to each other. SQLite gives its log the same mode. Only for a new file:
    // closing a file drops every lock this process has on it (POSIX), including those of a mailbox that also has it open.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    const lock = open(`${file}-lock`, { timeout: 0 })
    hold(lock, file)
    const database = open(file, { timeout: 5000 })
    for (const pragma of pragmas) database.pragma(pragma)
    checkSchema(database, file)
    // From here on no lock may block the process. Calls wait from a timer instead.
    database.pragma('busy_timeout = 0')
    const log = openSync(`${file}-wal`, 'r+')
    let length = 0
    let syncs = 0
    return {
      database,
      async sync() {
        await fdatasync(log)
        syncs += 1
      },
      grew(by) {
        length += by
      },
      fold() {
        if (length < lengthPerFold && syncs < syncsPerFold) return false
        length = 0
        syncs = 0
        fold(database)
        return true
      },
      close: () => {
        closeSync(log)
        close(database, lock)
      },
    }
  } catch (cause) {
    for (const database of opened) database.close()
    if ([MailboxInUseError, MailboxUnusableError, DriverMissingError].some((ours) => cause instanceof ours)) throw cause
    const reason = codeOf(cause)
    throw new MailboxUnusableError(
      `The mailbox ${file} cannot be opened${reason === undefined ? '' : ` (${reason})`}. Give its folder (--data) to this user, and check that the file is a Hawser mailbox.`,
      { cause },
    )
  }
}

/** Takes a lock of the operating system. The lock ends with the process, however the process ends. */
function hold(lock: SqliteDatabase, file: string): void {
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    if (codeOf(cause) !== 'SQLITE_BUSY') throw cause
    throw new MailboxInUseError(
      `Another relay uses the mailbox ${file}. Stop it, or choose another folder with --data.`,
      { cause },
    )
  }
}

function fold(database: SqliteDatabase): void {
  try {
    database.pragma('wal_checkpoint(PASSIVE)')
  } catch (error) {
    // The log keeps its contents safe until a later fold. Only a failed fsync leaves an unknown state.
    if (codeOf(error) === 'SQLITE_IOERR_FSYNC') throw error
  }
}

function close(database: SqliteDatabase, lock: SqliteDatabase): void {
  try {
    // libsql leaves the log next to the file on close. Once the log is folded in, the file alone can be copied.
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
