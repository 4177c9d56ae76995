import type { SqliteDatabase } from 'kysely'

/** The used part of a connection, as our own type: hosts without the driver can still compile. */
type Connection = {
  prepare(text: string): {
    readonly reader: boolean
    all(parameters: unknown[]): unknown[]
    run(parameters: unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint }
    iterate(parameters: unknown[]): IterableIterator<unknown>
  }
}

// More than this package has; a host app's own come on top of them.
const most = 200
const changesTables = /^\s*(?:create|alter|drop)\b/i

/**
 * Statements of a connection, each read by SQLite once: reading it again takes longer than most of ours take to run. They are
 * used one at a time, to their end. A query that is read row by row has a statement of its own.
 *
 * A change of the tables by another process is not seen here: SQLite reads such a statement again by itself, but a kept `select *`
 * gives the columns of before. So a newer version may add columns beside a running older one, which it must stop before it takes
 * one away (docs/link-store.md, Upgrades). Statements that leave the map are freed with the connection.
 */
export function keepStatements(
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
      // Statements prepared before tables changed are prepared again.
      if (changesTables.test(text) || kept.size >= most) kept.clear()
      const statement = kept.get(text) ?? make(text)
      if (!changesTables.test(text)) kept.set(text, statement)
      return statement
    },
  }
}
