import { inject } from 'vitest'
import { newPostgresSchema, queryPostgres } from './postgresSchema.ts'
import { sendToRedis } from './sendToRedis.ts'
import type { TestPostgres } from './startPostgres.ts'
import type { TestRedis, TestRedisCluster } from './startRedis.ts'

// The servers that the whole run shares, for tests that do not stop, slow or configure them, or count what other tests do.

/** The shared PostgreSQL; each test makes its own schema. */
export function sharedPostgres(): Pick<TestPostgres, 'newSchema' | 'query'> {
  const url = inject('postgresUrl')
  return { newSchema: () => newPostgresSchema(url), query: (text) => queryPostgres(url, text) }
}

/** A test's own database on the shared Redis. All tests share its channels. */
export async function sharedRedis(): Promise<Pick<TestRedis, 'url' | 'send'>> {
  const port = inject('redisPort')
  // Database 0 only counts the databases given away.
  const database = Number((await sendToRedis(port, ['INCR', 'databases'])).slice(1))
  return {
    url: `redis://127.0.0.1:${port}/${database}`,
    send: (...command) => sendToRedis(port, command, database),
  }
}

/** The shared Redis Cluster of three masters. A cluster has no databases, so a test must use key names of its own. */
export function sharedRedisCluster(): Pick<TestRedisCluster, 'urls'> {
  return { urls: inject('redisClusterUrls') }
}
