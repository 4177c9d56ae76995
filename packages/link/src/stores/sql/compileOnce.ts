import { InvalidArgumentError } from '@hawser/wire'
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { LinkTables } from '../schema/linkTables.ts'

// Statement names of both dialects by text. There is at most one for each call of `bindOnce` and dialect.
const names = new Map<string, string>()

/** The name under which a server parses and plans a text of `bindOnce`, once for each connection. Undefined for other texts. */
export function nameOf(text: string): string | undefined {
  return names.get(text)
}

/**
 * Builds and compiles a query once for each database, because that takes longer than running it. After that only the values
 * change.
 * @param build - must use each value unchanged, as a parameter: no value exists yet when the query is built. It must name its
 * columns: on PostgreSQL a statement planned with `*` fails once the table has another column.
 * @returns Runs the query, within a transaction or outside of one, and resolves to its rows
 */
export function compileOnce<V extends object, R>(
  build: (database: Kysely<LinkTables>, values: V) => Compilable<R>,
): (database: Kysely<LinkTables>, values: V) => Promise<readonly R[]> {
  const bind = bindOnce(build)
  return async (database, values) => runQuery(database, bind(database, values))
}

/** Builds the query with its values, as `compileOnce` does, without running it. */
export function bindOnce<V extends object, R>(
  build: (database: Kysely<LinkTables>, values: V) => Compilable<R>,
): (database: Kysely<LinkTables>, values: V) => CompiledQuery<R> {
  // Keyed by the dialect's adapter, which a database shares with all its transactions: the text depends only on the dialect.
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

/**
 * Runs a compiled query. Kysely's `executeQuery` also passes it through plugins, which this store does not use, at twice the
 * number of promises.
 */
export async function runQuery<R>(database: Kysely<LinkTables>, query: CompiledQuery<R>): Promise<readonly R[]> {
  const { rows } = await database.getExecutor().provideConnection((connection) => connection.executeQuery<R>(query))
  return rows
}

function compile<V extends object, R>(build: (places: V) => CompiledQuery<R>): (values: V) => CompiledQuery<R> {
  // Values during the build: placeholder objects that code cannot compute with.
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
