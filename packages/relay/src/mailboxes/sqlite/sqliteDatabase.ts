import { createRequire } from 'node:module'
import { DriverMissingError } from '@hawser/wire'
import type Libsql from 'libsql'

/**
 * The part of an open SQLite file that the mailbox uses. The type is Hawser's own, so that code compiles against this package
 * without the driver.
 */
export type SqliteDatabase = {
  readonly inTransaction: boolean
  prepare(sql: string): SqliteStatement
  exec(sql: string): unknown
  pragma(pragma: string): unknown
  close(): void
}

type SqliteStatement = {
  run(...parameters: unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint }
  get(...parameters: unknown[]): unknown
  all(...parameters: unknown[]): unknown[]
  raw(isRaw?: boolean): { all(...parameters: unknown[]): unknown[]; get(...parameters: unknown[]): unknown }
}

const require = createRequire(import.meta.url)

/**
 * Opens a SQLite file. The driver is loaded only here, so that a relay with another store does not need it.
 * @throws DriverMissingError
 */
export function openDatabase(path: string, options: { readonly timeout: number }): SqliteDatabase {
  const Database = loadLibsql()
  return new Database(path, options)
}

function loadLibsql(): typeof Libsql {
  try {
    return require('libsql')
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND')) throw cause
    const isOfAnotherMachine = /'@libsql\//.test(cause.message)
    throw new DriverMissingError(
      isOfAnotherMachine
        ? 'The package libsql has no build for this machine. Install it on this machine, without --omit=optional.'
        : 'A mailbox in a SQLite file needs the package libsql. Install it: npm install libsql. Or use a Redis with --redis.',
      { cause },
    )
  }
}
