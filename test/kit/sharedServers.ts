import { inject } from 'vitest'
import { newPostgresSchema, queryPostgres } from './postgresSchema.ts'
import type { TestPostgres } from './startPostgres.ts'

/** The PostgreSQL of the whole run: for tests that neither stop nor slow it, nor count what others do in it. */
export function sharedPostgres(): Pick<TestPostgres, 'newSchema' | 'query'> {
  const url = inject('postgresUrl')
  return { newSchema: () => newPostgresSchema(url), query: (text) => queryPostgres(url, text) }
}
