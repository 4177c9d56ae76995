import type { Topic } from '@hawser/wire'
import type { Deadline } from '../../redis/deadline.ts'
import { type RedisScript, runRedisScript } from '../../redis/redisScript.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import type { RedisScriptName } from './redisScripts.ts'

/** The time and the expiry for an operation in Redis. */
export type Moment = {
  /** Epoch milliseconds as text; '' is Redis' own clock. */
  readonly at: string
  readonly deadline: Deadline
}

/** Runs a script on topics of one slot; `args` follow the time. */
export type RunScript = (
  moment: Moment,
  name: RedisScriptName,
  keys: readonly string[],
  args: readonly string[],
) => Promise<unknown>

export function createRunScript(
  shards: RedisShards,
  scripts: Readonly<Record<RedisScriptName, RedisScript>>,
): RunScript {
  return ({ at, deadline }, name, keys, args) => runRedisScript(shards, scripts[name], keys, [at, ...args], deadline)
}

/** The three keys of each topic. */
export function topicKeys(topics: readonly Topic[]): readonly string[] {
  return topics.flatMap((topic) => ['box', 'order', 'expiry'].map((name) => `hawser:{${topic}}:${name}`))
}

/** The owners a message counts against: its publisher, and its address as `markOf` names it, '' for none. */
export type Owner = { readonly publisherId: string; readonly address: string }

/**
 * The three keys of each account: the publisher's, and its address's. In a cluster both are in one slot, so that one
 * call can check both; there a publisher has one account for each address.
 */
export function accountKeys({ publisherId, address }: Owner, isCluster: boolean): readonly string[] {
  const ofPublisher = isCluster && address !== '' ? `{@${address}}:${publisherId}` : `{${publisherId}}`
  const accounts = address === '' ? [ofPublisher] : [ofPublisher, `{@${address}}`]
  return accounts.flatMap((account) => ['claims', 'sum', 'taken'].map((name) => `hawser:${account}:${name}`))
}

/** The amount of work that one script may do. */
export type SlotGroup<T> = { readonly topics: readonly Topic[]; readonly items: readonly SlotItem<T>[] }

/** `topicIndex` counts from 1, as Lua does; `place` is the item's place in the call. */
export type SlotItem<T> = { readonly item: T; readonly topicIndex: number; readonly place: number }

/** Items by the slot of their topics, in their order. */
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
