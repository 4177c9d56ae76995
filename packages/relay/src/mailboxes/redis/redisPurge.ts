import type { RedisLink } from '../../redis/redisLink.ts'
import { listOf, numberOf, textOf } from '../../redis/redisReply.ts'
import { type Moment, type RunScript, topicKeys } from './redisSteps.ts'

const scanPages = 20
const scanCount = 1_000

/** Forgets what has expired on one node, a part of its topics at a time: each call goes on where the last one ended. */
export function createRedisPurge(runScript: RunScript): (moment: Moment, link: RedisLink) => Promise<number> {
  const cursors = new Map<string, string>()
  return async (moment, link) => {
    let dropped = 0
    for (let page = 0; page < scanPages; page += 1) {
      const cursor = cursors.get(link.address) ?? '0'
      const match = ['MATCH', 'hawser:{*}:expiry', 'COUNT', String(scanCount)]
      const [next, keys] = listOf(await link.send(['SCAN', cursor, ...match]))
      cursors.set(link.address, textOf(next))
      const topics = listOf(keys).map((key) => textOf(key).slice('hawser:{'.length, -'}:expiry'.length))
      const counts = topics.map((topic) => runScript(moment, 'purge', topicKeys([topic]), []))
      for (const count of await Promise.all(counts)) dropped += numberOf(count)
      if (next === '0' || moment.deadline.isOver()) break
    }
    return dropped
  }
}
