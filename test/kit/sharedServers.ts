import { inject } from 'vitest'
import { newPostgresSchema, queryPostgres } from './postgresSchema.ts'
import { sendToRedis } from './sendToRedis.ts'
import type { TestPostgres } from './startPostgres.ts'
import type { TestRedis, TestRedisCluster } from './startRedis.ts'

// The servers of the whole run: for tests that neither stop nor slow them, nor set how they work, nor count what others do.

/** The one PostgreSQL: a schema is a test's own. */
export function sharedPostgres(): Pick<TestPostgres, 'newSchema' | 'query'> {
  const url = inject('postgresUrl')
  return { newSchema: () => newPostgresSchema(url), query: (text) => queryPostgres(url, text) }
}

/** A database of a test's own on the one Redis; channels are everybody's. */
export async function sharedRedis(): Promise<Pick<TestRedis, 'url' | 'send'>> {
  const port = inject('redisPort')
  // Database 0 only counts those given away.
  const database = Number((await sendToRedis(port, ['INCR', 'databases'])).slice(1))
  return {
    url: `redis://127.0.0.1:${port}/${database}`,
    send: (...command) => sendToRedis(port, command, database),
  }
}

/** The one Redis Cluster, of three: it has no databases, so names of keys must be a test's own. */
export function sharedRedisCluster(): Pick<TestRedisCluster, 'urls'> {
  return { urls: inject('redisClusterUrls') }
}
