import type { Topic } from '@hawser/wire'
import type { Deadline } from '../../redis/deadline.ts'
import { listOf } from '../../redis/redisReply.ts'
import { type RedisScript, runRedisScript } from '../../redis/redisScript.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import { createScriptBatches, type ScriptPart } from '../../redis/scriptBatches.ts'
import type { RedisScriptName } from './redisScripts.ts'

/** The time and the deadline of an operation in Redis. */
export type Moment = {
  /** Epoch milliseconds as text. '' means Redis's own clock. */
  readonly at: string
  readonly deadline: Deadline
}

/** Runs a script on topics of one slot. `args` follow the time. */
export type RunScript = (
  moment: Moment,
  name: RedisScriptName,
  keys: readonly string[],
  args: readonly string[],
) => Promise<unknown>

/** Scripts that do the work of several callers at once. */
export type SharedScriptName = 'remove' | 'put' | 'putWhenFull'

/**
 * Runs a script that several callers share. `args` follow those of `head`, which are the same for all callers. Resolves to the
 * script's answer for this caller.
 */
export type RunShared = (
  moment: Moment,
  name: SharedScriptName,
  part: ScriptPart & { readonly head: readonly string[] },
) => Promise<unknown>

/**
 * Calls take effect in their order, except that acks come before puts of the same turn of the event loop. Acks only make room,
 * and an ack waits for earlier puts on its topic.
 */
export function createRunScript(
  shards: RedisShards,
  scripts: Readonly<Record<RedisScriptName, RedisScript>>,
): { readonly runScript: RunScript; readonly runShared: RunShared } {
  const run = (name: RedisScriptName, keys: readonly string[], args: readonly string[], deadline: Deadline) =>
    runRedisScript(shards, scripts[name], keys, args, deadline)
  const heads = new Map<SharedScriptName, readonly string[]>()
  const batches = createScriptBatches<SharedScriptName>({
    names: ['remove', 'put', 'putWhenFull'],
    run(name, at, parts, deadline) {
      const args = [at, ...(heads.get(name) ?? []), ...parts.flatMap((part) => part.args)]
      const keys = parts.flatMap((part) => part.keys)
      return run(name, keys, args, deadline)
    },
  })
  return {
    runScript({ at, deadline }, name, keys, args) {
      batches.flush()
      return run(name, keys, [at, ...args], deadline)
    },
    async runShared({ at, deadline }, name, { head, keys, args }) {
      heads.set(name, head)
      // In a cluster few calls share a slot. While a slot moves, a call with several topics fails until all of them have moved.
      if (shards.isCluster) return listOf(await run(name, keys, [at, ...head, ...args], deadline))[0]
      return batches.add(name, at, { keys, args }, deadline)
    },
  }
}

/** The three keys of each topic. */
export function topicKeys(topics: readonly Topic[]): readonly string[] {
  return topics.flatMap((topic) => ['box', 'order', 'expiry'].map((name) => `hawser:{${topic}}:${name}`))
}

/** The owners a message counts against: its publisher, and its address in the form of `hashAddress`, '' for no address. */
export type Owner = { readonly publisherId: string; readonly address: string }

/**
 * The three keys of each account: the publisher's, and its address's. In a cluster both accounts are in one slot, so that one
 * call can check both. There, a publisher has one account for each address.
 */
export function accountKeys({ publisherId, address }: Owner, isCluster: boolean): readonly string[] {
  const ofPublisher = isCluster && address !== '' ? `{@${address}}:${publisherId}` : `{${publisherId}}`
  const accounts = address === '' ? [ofPublisher] : [ofPublisher, `{@${address}}`]
  return accounts.flatMap((account) => ['claims', 'sum', 'taken'].map((name) => `hawser:${account}:${name}`))
}

/** The items that one script handles: those of one slot. */
export type SlotGroup<T> = { readonly topics: readonly Topic[]; readonly items: readonly SlotItem<T>[] }

/** `topicIndex` counts from 1, as in Lua. `place` is the item's position in the call. */
export type SlotItem<T> = { readonly item: T; readonly topicIndex: number; readonly place: number }

/** Groups items by the slot of their topics, in their order. */
export function groupBySlot<T extends { readonly topic: Topic }>(
  shards: RedisShards,
  items: readonly T[],
): readonly SlotGroup<T>[] {
  const groups = new Map<number, { topics: Map<Topic, number>; items: SlotItem<T>[] }>()
  for (const [place, item] of items.entries()) {
    const slot = shards.slotOf(`{${item.topic}}`)
    const group = groups.get(slot) ?? { topics: new Map<Topic, number>(), items: [] }
    groups.set(slot, group)
    const topicIndex = group.topics.get(item.topic) ?? group.topics.size + 1
    group.topics.set(item.topic, topicIndex)
    group.items.push({ item, topicIndex, place })
  }
  return [...groups.values()].map((group) => ({ topics: [...group.topics.keys()], items: group.items }))
}
