import type { Topic } from '@hawser/wire'
import type { MailboxLimits } from '../../limits/limits.ts'
import type { RedisLink } from '../../redis/redisLink.ts'
import { listOf, numberOf, textOf } from '../../redis/redisReply.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import { messageOverhead, type RedisAccounts, type RedisRefusal } from './redisAccounts.ts'
import { scanTopics } from './redisPurge.ts'
import { accountKeys, groupBySlot, type Moment, type Owner, type RunScript, topicKeys } from './redisSteps.ts'

/** Removes taken messages to make room. Each function reports whether it removed anything. */
export type RedisRoom = {
  /** Removes messages of a publisher or its address. */
  ofOwner(moment: Moment, owner: Owner, refusal: RedisRefusal): Promise<boolean>
  /** Removes messages of all topics on the node of the given topic, in parts. */
  ofAll(moment: Moment, topic: Topic): Promise<boolean>
}

/** The part of a share freed at once, so that a client that publishes endlessly does not make room with each message. */
const roomAtOnce = 1 / 32

type Taken = { readonly topic: Topic; readonly sequence: string }

/** How long a node is not searched again after a search that removed nothing. */
const fruitlessMs = 1_000

export function createRedisRoom(options: {
  readonly shards: RedisShards
  readonly runScript: RunScript
  readonly accounts: RedisAccounts
  readonly limits: MailboxLimits
}): RedisRoom {
  const { shards, runScript, accounts, limits } = options
  const isAlone = shards.isCluster ? '0' : '1'
  const cursors = new Map<string, string>()
  const fruitlessUntil = new Map<string, number>()
  /** The running search of each node. Calls that arrive meanwhile wait for it. */
  const scanning = new Map<string, Promise<boolean>>()

  const drop = async (moment: Moment, topics: readonly Topic[], named: readonly string[]): Promise<number> => {
    const [dropped, released] = listOf(await runScript(moment, 'dropTaken', topicKeys(topics), [isAlone, ...named]))
    await accounts.releaseDropped(moment, released)
    return numberOf(dropped)
  }
  const scan = async (moment: Moment, link: RedisLink): Promise<boolean> => {
    let dropped = 0
    const onTopics = async (topics: readonly Topic[]) => {
      const counts = await Promise.all(topics.map((topic) => drop(moment, [topic], [])))
      for (const count of counts) dropped += count
      return dropped === 0
    }
    await scanTopics({ link, cursors, deadline: moment.deadline, onTopics })
    if (dropped === 0) fruitlessUntil.set(link.address, performance.now() + fruitlessMs)
    return dropped > 0
  }
  return {
    async ofOwner(moment, owner, { bound, neededLength }) {
      if (bound !== 'client' && bound !== 'address') return false
      const keys = accountKeys(owner, shards.isCluster)
      const account = bound === 'client' ? keys.slice(0, 3) : keys.slice(3)
      const more = roomAtOnce * (bound === 'client' ? limits.clientLength : limits.addressLength)
      const atLeast = bound === 'client' ? Math.max(1, Math.floor(roomAtOnce * limits.clientMessages)) : 1
      const args = [neededLength + more, atLeast, bound === 'client' ? 0 : messageOverhead].map(String)
      for (;;) {
        const taken = listOf(await runScript(moment, 'popTaken', account, args))
          .map(listOf)
          .map(([topic, sequence]): Taken => ({ topic: textOf(topic), sequence: textOf(sequence) }))
        if (taken.length === 0) return false
        const groups = groupBySlot(shards, taken).map(({ topics, items }) =>
          drop(
            moment,
            topics,
            items.flatMap(({ item, topicIndex }) => [String(topicIndex), item.sequence]),
          ),
        )
        // Messages that expired meanwhile are already removed and uncounted.
        if ((await Promise.all(groups)).some((count) => count > 0)) return true
      }
    },
    async ofAll(moment, topic) {
      const address = shards.addressOf(shards.slotOf(`{${topic}}`))
      const link = shards.masters().find((master) => master.address === address)
      if (link === undefined || performance.now() < (fruitlessUntil.get(address) ?? 0)) return false
      const done = scanning.get(address) ?? scan(moment, link).finally(() => scanning.delete(address))
      scanning.set(address, done)
      return done
    },
  }
}
