import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type DatabaseType from 'libsql'
import { createSqliteMailbox } from '../../packages/relay/src/mailboxes/sqlite.ts'

// The relay depends on this module; the tests do not.
const requireOfRelay = createRequire(new URL('../../packages/relay/package.json', import.meta.url))
const Database: typeof DatabaseType = requireOfRelay('libsql')

/** Checks a copy, so that the file itself stays as the fault left it. @returns `ok`, or the fault of the file */
export function checkIntegrity(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'hawser-copy-'))
  try {
    cpSync(folder, copy, { recursive: true })
    const database = new Database(join(copy, 'relay.sqlite'))
    const rows: readonly unknown[] = database.prepare('PRAGMA integrity_check').raw(true).all()
    database.close()
    return rows.flat().join('; ')
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Reads the version of the table format from a file. */
export function readFormat(folder: string): number {
  const database = new Database(join(folder, 'relay.sqlite'))
  const row: unknown = database.prepare('PRAGMA user_version').raw(true).get([])
  database.close()
  return Number(Array.isArray(row) ? row[0] : undefined)
}

export function writeFormat(folder: string, format: number): void {
  const database = new Database(join(folder, 'relay.sqlite'))
  database.exec(`PRAGMA user_version = ${format}`)
  database.close()
}

/** Fills a new mailbox with messages, a hundred on each topic. */
export async function fillMailbox(folder: string, count: number): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'relay.sqlite')
  await createSqliteMailbox({ file }).close()
  const database = new Database(file)
  database.exec(`
    INSERT INTO messages (topic, message_id, publisher_id, length, published_at, expires_at, tag, attestation, message)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT printf('%064x', i / 100), printf('%064x', i), printf('did:key:%048x', i % 5000), 300, ${Date.now()},
      ${Date.now() + 86_400_000}, 1108, x'', CAST(printf('%0300d', i) AS BLOB) FROM n`)
  database.close()
}

/** Mounts a small disk for one test, which fills up quickly. */
export function mountDisk(folder: string, megabytes: number): { unmount(): void } {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  return { unmount: () => void execFileSync('umount', ['-l', folder]) }
}
