import type { Topic } from '@hawser/wire'
import type { Deadline } from '../../redis/deadline.ts'
import type { RedisLink } from '../../redis/redisLink.ts'
import { listOf, numberOf, textOf } from '../../redis/redisReply.ts'
import { type Moment, type RunScript, topicKeys } from './redisSteps.ts'

const scanPages = 20
const scanCount = 1_000

/**
 * Scans the topics of one node in parts. Each call continues where the last one ended.
 * @param options - `onTopics` resolves to whether to continue
 */
export async function scanTopics(options: {
  readonly link: RedisLink
  readonly cursors: Map<string, string>
  readonly deadline: Deadline
  readonly onTopics: (topics: readonly Topic[]) => Promise<boolean>
}): Promise<void> {
  const { link, cursors, deadline, onTopics } = options
  for (let page = 0; page < scanPages; page += 1) {
    const cursor = cursors.get(link.address) ?? '0'
    const match = ['MATCH', 'hawser:{*}:expiry', 'COUNT', String(scanCount)]
    const [next, keys] = listOf(await link.send(['SCAN', cursor, ...match]))
    cursors.set(link.address, textOf(next))
    const topics = listOf(keys).map((key) => textOf(key).slice('hawser:{'.length, -'}:expiry'.length))
    const goesOn = await onTopics(topics)
    if (!goesOn || next === '0' || deadline.isOver()) return
  }
}

/** Removes expired messages on one node. */
export function createRedisPurge(runScript: RunScript): (moment: Moment, link: RedisLink) => Promise<number> {
  const cursors = new Map<string, string>()
  return async (moment, link) => {
    let dropped = 0
    const onTopics = async (topics: readonly Topic[]) => {
      const counts = topics.map((topic) => runScript(moment, 'purge', topicKeys([topic]), []))
      for (const count of await Promise.all(counts)) dropped += numberOf(count)
      return true
    }
    await scanTopics({ link, cursors, deadline: moment.deadline, onTopics })
    return dropped
  }
}
