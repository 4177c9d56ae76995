import type { SqliteDatabase } from 'kysely'

/** The used part of a connection, as a separate type: hosts without the driver can still compile. */
type Connection = {
  prepare(text: string): {
    readonly reader: boolean
    all(parameters: unknown[]): unknown[]
    run(parameters: unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint }
    iterate(parameters: unknown[]): IterableIterator<unknown>
  }
}

// More than this package has, with room for the host app's own statements.
const most = 200
const changesTables = /^\s*(?:create|alter|drop)\b/i

/**
 * Keeps the statements of a connection, so that SQLite parses each once: parsing takes longer than running most of them. They
 * are used one at a time, to their end. A query that is read row by row gets a separate statement.
 *
 * Changes to the tables by another process are not noticed here. SQLite parses such a statement again automatically, but a kept
 * `select *` returns the old columns. So a newer version can add columns while an older one runs, but the older one must stop
 * before columns are removed (docs/link-store.md, Upgrades). Statements that leave the map are freed with the connection.
 */
export function cacheStatements(
  connection: Connection,
  prepareFor: (text: string) => void,
): Pick<SqliteDatabase, 'prepare'> {
  const kept = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  const make = (text: string): ReturnType<SqliteDatabase['prepare']> => {
    const statement = connection.prepare(text)
    return {
      reader: statement.reader,
      all: (parameters) => statement.all([...parameters]),
      run: (parameters) => statement.run([...parameters]),
      iterate: (parameters) => connection.prepare(text).iterate([...parameters]),
    }
  }
  return {
    prepare: (text) => {
      prepareFor(text)
      // Statements prepared before the tables changed are prepared again.
      if (changesTables.test(text) || kept.size >= most) kept.clear()
      const statement = kept.get(text) ?? make(text)
      if (!changesTables.test(text)) kept.set(text, statement)
      return statement
    },
  }
}
