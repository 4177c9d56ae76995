import { InvalidArgumentError } from '@hawser/wire'
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { LinkTables } from '../schema/linkTables.ts'

// Of PostgreSQL's and SQLite's, by text: as many as there are calls of `bindOnce`.
const names = new Map<string, string>()

/** The name under which a server reads and plans a text of `bindOnce` once for each connection. Undefined for other texts. */
export function nameOf(text: string): string | undefined {
  return names.get(text)
}

/**
 * Builds and compiles a query once for each database, which takes longer than to run it. After that only the values change.
 * @param build - must use each value as it is, as a parameter: no value exists yet when the query is built. It names its columns,
 *   because a statement planned with `*` fails on PostgreSQL once the table has one more.
 * @returns Runs it, within a transaction or outside of one, and resolves to its rows
 */
export function compileOnce<V extends object, R>(
  build: (database: Kysely<LinkTables>, values: V) => Compilable<R>,
): (database: Kysely<LinkTables>, values: V) => Promise<readonly R[]> {
  const bind = bindOnce(build)
  return async (database, values) => runQuery(database, bind(database, values))
}

/** The same, not run: the query with its values. */
export function bindOnce<V extends object, R>(
  build: (database: Kysely<LinkTables>, values: V) => Compilable<R>,
): (database: Kysely<LinkTables>, values: V) => CompiledQuery<R> {
  // A dialect's adapter is one for a database and all its transactions, and the text is the dialect's.
  const compiled = new WeakMap<object, (values: V) => CompiledQuery<R>>()
  return (database, values) => {
    const { adapter } = database.getExecutor()
    let bind = compiled.get(adapter)
    if (bind === undefined) {
      bind = compile((places) => build(database, places).compile())
      compiled.set(adapter, bind)
    }
    return bind(values)
  }
}

/** Not by Kysely's `executeQuery`: its way through the plugins, of which we have none, makes as many promises again. */
export async function runQuery<R>(database: Kysely<LinkTables>, query: CompiledQuery<R>): Promise<readonly R[]> {
  const { rows } = await database.getExecutor().provideConnection((connection) => connection.executeQuery<R>(query))
  return rows
}

function compile<V extends object, R>(build: (places: V) => CompiledQuery<R>): (values: V) => CompiledQuery<R> {
  // A placeholder for each value meanwhile: an object that nothing can be computed from.
  const places = new Map<unknown, string>()
  const stand = (_: object, name: string) => {
    const place = { [Symbol.toPrimitive]: () => refuse(name) }
    places.set(place, name)
    return place
  }
  const query = build(new Proxy({}, { get: stand }) as V)
  const readers = query.parameters.map((parameter) => {
    const name = places.get(parameter)
    return (values: V) => (name === undefined ? parameter : values[name as keyof V])
  })
  if (!names.has(query.sql)) names.set(query.sql, `hawser_link_${names.size + 1}`)
  return (values) => ({ ...query, parameters: readers.map((read) => read(values)) })
}

function refuse(name: string): never {
  throw new InvalidArgumentError(`"${name}" has no value while its query is built. Compute from it before.`)
}
