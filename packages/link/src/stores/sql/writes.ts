import type { Kysely } from 'kysely'
import type { LinkTables } from '../schema/linkTables.ts'

/** Runs a function that writes, and resolves to its result. */
export type Write = <T>(run: (database: Kysely<LinkTables>) => Promise<T>) => Promise<T>

/**
 * The two kinds of writes of a store, for engines where one of them is faster. A power cut undoes no write that was made
 * `durably`, nor any write before it. A crash of the process undoes neither kind.
 */
export type Writes = { readonly lightly: Write; readonly durably: Write }
