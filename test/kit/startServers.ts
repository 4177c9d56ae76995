import type { TestProject } from 'vitest/node'
import { startPostgres } from './startPostgres.ts'
import { startRedis, startRedisCluster } from './startRedis.ts'

/** The number of tests in one run that can have a Redis database of their own. */
const redisDatabases = 1_000

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string
    readonly redisPort: number
    readonly redisClusterUrls: readonly string[]
  }
}

/** Starts the servers that the tests of a run share; resolves to a function that stops them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const starting = [
    startPostgres(),
    startRedis({ extra: ['--databases', `${redisDatabases}`] }),
    startRedisCluster(),
  ] as const
  const stop = async () => {
    for (const started of await Promise.allSettled(starting))
      if (started.status === 'fulfilled') await started.value.stop()
  }
  try {
    const [postgres, redis, cluster] = await Promise.all(starting)
    project.provide('postgresUrl', postgres.url)
    project.provide('redisPort', redis.port)
    project.provide('redisClusterUrls', cluster.urls)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
