import { createHash } from 'node:crypto'
import { sharedRedis } from '@hawser/test-kit/sharedServers'
import { expect, onTestFinished, test } from 'vitest'
import { defaultMailboxLimits } from '../../limits/limits.ts'
import { createDeadline } from '../../redis/deadline.ts'
import { loadRedisWorld, parseRedisUrls } from '../../redis/redisAddress.ts'
import { createRedisShards } from '../../redis/redisShards.ts'
import { createTopicLog, type TopicLog } from './log/topicLog.ts'
import { createReadSlots } from './readSlots.ts'
import { createRedisReplica } from './redisReplica.ts'
import { readRedisScripts } from './redisScripts.ts'
import { createRunScript } from './redisSteps.ts'

const redis = await sharedRedis()
const topic = createHash('sha256').update('replica').digest('hex')

test('open: a read that ends at the same time does not release the topic', async () => {
  const [target, world] = [parseRedisUrls([redis.url]), await loadRedisWorld()]
  const open = (address: string) => world.open(target, address)
  const shards = await createRedisShards({ addresses: target.addresses, open, startMs: 5_000 })
  onTestFinished(() => shards.close())
  const { runScript, runShared } = createRunScript(shards, readRedisScripts())
  const real = createTopicLog({
    shards,
    runScript,
    runShared,
    slots: createReadSlots({ count: 2, addressOf: () => '' }),
  })
  const releaseOften = async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      await null
      replica.release(topic)
    }
  }
  const log: TopicLog = {
    ...real,
    async read(...range) {
      const content = await real.read(...range)
      void releaseOften()
      return content
    },
  }
  const replica = createRedisReplica({
    ...{ log, limits: defaultMailboxLimits, now: Date.now, isWatched: () => false },
    ...{ onStored: () => {}, onGap: () => {} },
  })
  const position = await replica.open({ deadline: createDeadline() }, topic)
  await new Promise(setImmediate)
  expect(replica.positionOf(topic)).toBe(position)
  replica.leave(position)
  replica.release(topic)
  expect(replica.positionOf(topic)).toBeUndefined()
})
