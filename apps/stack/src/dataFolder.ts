import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'libsql'
import { DataFolderInUseError, DataFolderUnwritableError } from './errors.ts'

/** A data folder held by this process. */
export type DataFolder = {
  /** The path of a file in it. */
  file(name: string): string
  /** The text of 32 random bytes that this file keeps. Made when the file is absent; only its owner can read it. */
  secret(name: string): string
  release(): void
}

/**
 * Makes the folder when absent and holds it for this process alone. The hold is a lock of the operating system on
 * `lock.sqlite`: it ends with the process, however that ends, so there is never a stale one to remove.
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
  // A start that was cut off may have left a part of one.
  if (/^[0-9a-f]{64}$/.test(kept)) return kept
  const made = randomBytes(32).toString('hex')
  writeFileSync(path, made, { mode: 0o600 })
  return made
}

/** By hand, since Node's recursive mkdir runs for ever where a parent is there and yet answers ENOENT, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it a moment ago.
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
