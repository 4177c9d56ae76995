import { join } from 'node:path'
import { startRedis, type TestRedis, type TestRedisOptions } from '@hawser/test-kit/startRedis'
import { type RelayProcess, type RelayProcessOptions, startRelayProcess } from './relayProcess.ts'

/** Relays on one Redis. All belong to one test. */
export type RelayNodes = {
  readonly redis: TestRedis
  readonly nodes: readonly RelayProcess[]
  readonly urls: readonly string[]
  stop(): Promise<void>
}

/** Raises the rate limits, so that they do not slow the load of a few clients. */
export const unlimitedRates = ['--max-publishes', '--max-requests'].flatMap((flag) => [flag, '1000000'])

/**
 * Starts a Redis with AOF, synced every second, and two relays on it.
 * @param options - `redisUrlOf` puts something between a node and its Redis; `processOf` changes how a node is started
 */
export async function startRelayNodes(options: {
  readonly folder: string
  readonly redis?: TestRedisOptions
  readonly args?: readonly string[]
  readonly redisUrlOf?: (redis: TestRedis, index: number) => Promise<string>
  readonly processOf?: (index: number) => Partial<RelayProcessOptions>
}): Promise<RelayNodes> {
  const { folder, args = [] } = options
  const redis = await startRedis(options.redis)
  try {
    const nodes = await Promise.all(
      [0, 1].map(async (index) => {
        const url = (await options.redisUrlOf?.(redis, index)) ?? redis.url
        const data = join(folder, `node${index}`)
        // The URL goes through the environment because it can contain a password.
        const environment = { HAWSER_RELAY_REDIS_URL: url }
        return startRelayProcess({ args: ['--data', data, ...args], environment, ...options.processOf?.(index) })
      }),
    )
    return {
      redis,
      nodes,
      urls: nodes.map(({ url }) => url),
      async stop() {
        for (const node of nodes) node.resume()
        await Promise.all(nodes.map((node) => node.kill()))
        await redis.stop()
      },
    }
  } catch (error) {
    await redis.stop()
    throw error
  }
}
