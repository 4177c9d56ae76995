import type { Kysely } from 'kysely'
import type { LinkTables } from '../schema/linkTables.ts'

/** Runs something that writes, and resolves to what it came to. */
export type Write = <T>(run: (database: Kysely<LinkTables>) => Promise<T>) => Promise<T>

/**
 * Both kinds of writes of a store, for engines where one of them is faster. A power cut undoes nothing that was done `durably`,
 * nor what was written before it; a crash of the process undoes neither.
 */
export type Writes = { readonly lightly: Write; readonly durably: Write }
