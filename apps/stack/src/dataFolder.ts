import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'libsql'
import { DataFolderInUseError, DataFolderUnwritableError } from './errors.ts'

/** A data folder that this process has locked. */
export type DataFolder = {
  /** The path of a file in the folder. */
  file(name: string): string
  /** Reads the secret in a file: 32 random bytes as hex. An absent file is created, and only its owner can read it. */
  secret(name: string): string
  release(): void
}

/**
 * Creates the folder when absent, and locks it for this process alone. The lock is one of the operating system on
 * `lock.sqlite`, which always ends with the process, so that a stale lock never has to be removed.
 * @throws DataFolderUnwritableError, DataFolderInUseError
 */
export function openDataFolder(dataDir: string): DataFolder {
  try {
    makeFolder(resolve(dataDir))
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unwritable(dataDir, error)
  }
  const lock = lockFolder(dataDir)
  const file = (name: string) => join(dataDir, name)
  return { file, secret: (name) => keepSecret(file(name)), release: () => lock.close() }
}

function keepSecret(path: string): string {
  const kept = existsSync(path) ? readFileSync(path, 'utf8') : ''
  // An interrupted start can leave part of a secret.
  if (/^[0-9a-f]{64}$/.test(kept)) return kept
  const made = randomBytes(32).toString('hex')
  writeFileSync(path, made, { mode: 0o600 })
  return made
}

/**
 * Creates a folder and its parents. Node's recursive mkdir runs for ever if an existing parent answers ENOENT, as /proc does.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process can have created the folder a moment ago.
    if (!existsSync(path)) throw error
  }
}

function lockFolder(dataDir: string): Database.Database {
  let lock: Database.Database | undefined
  try {
    lock = new Database(join(dataDir, 'lock.sqlite'), { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if (codeOf(error) === 'SQLITE_BUSY') {
      throw new DataFolderInUseError(
        `Another Hawser stack is running on the data folder ${dataDir}. Stop it, or choose another folder with --data.`,
      )
    }
    throw unwritable(dataDir, error)
  }
}

function unwritable(dataDir: string, error: unknown): DataFolderUnwritableError {
  const reason = codeOf(error)
  return new DataFolderUnwritableError(
    `Cannot write to the data folder ${dataDir}${reason === undefined ? '' : ` (${reason})`}. Choose another with --data.`,
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code !== ''
    ? error.code
    : undefined
}
