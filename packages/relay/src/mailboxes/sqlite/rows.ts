import { asInteger, asObject, asString, field } from '@hawser/wire/internal'
import { MailboxFailedError } from '../../errors.ts'

/** Readers of row values, by column name or, for raw rows, by position. Values from a file are checked before use. */

/** @throws MailboxFailedError */
export function integerOf(row: unknown, name: string | number): number {
  const value = asInteger(cell(row, name), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  return value ?? refuse(name)
}

/** @throws MailboxFailedError */
export function textOf(row: unknown, name: string | number): string {
  return asString(cell(row, name), 1024) ?? refuse(name)
}

/** Decodes a blob of UTF-8. @throws MailboxFailedError */
export function blobTextOf(row: unknown, name: string | number): string {
  const value = cell(row, name)
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('utf8')
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : refuse(name)
}

function cell(row: unknown, name: string | number): unknown {
  return typeof name === 'number' ? Array.isArray(row) && row[name] : field(asObject(row) ?? {}, name)
}

function refuse(name: string | number): never {
  throw new MailboxFailedError(`The mailbox's file holds no valid ${typeof name === 'number' ? 'row' : name}.`)
}
