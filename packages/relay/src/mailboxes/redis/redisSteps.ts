import type { Topic } from '@hawser/wire'
import { reservedShare } from '../../limits/limits.ts'
import type { Deadline } from '../../redis/deadline.ts'
import { listOf } from '../../redis/redisReply.ts'
import { type RedisScript, runRedisScript } from '../../redis/redisScript.ts'
import type { RedisShards } from '../../redis/redisShards.ts'
import { createScriptBatches, type ScriptPart } from '../../redis/scriptBatches.ts'
import type { RedisScriptName } from './redisScripts.ts'

/** One operation in Redis, and the time by which it settles. */
export type Moment = { readonly deadline: Deadline }

/** The owner a message counts against: its publisher, and its address in the form of `hashAddress`. */
export type Owner = { readonly publisherId: string; readonly address: string | undefined }

/** Runs a script on keys of one slot. */
export type RunScript = (
  moment: Moment,
  name: RedisScriptName,
  keys: readonly string[],
  args: readonly string[],
) => Promise<unknown>

/** Scripts that do the work of several callers at once. */
export type SharedScriptName = 'ack' | 'append' | 'appendWhenFull' | 'acks' | 'read'

/** Runs a script that several callers share. Resolves to the script's answer for this caller. */
export type RunShared = (moment: Moment, name: SharedScriptName, part: ScriptPart) => Promise<unknown>

/** The arguments before those of the callers. */
const heads: Readonly<Record<SharedScriptName, readonly string[]>> = {
  ack: [],
  append: [''],
  appendWhenFull: [String(reservedShare)],
  acks: [],
  read: [],
}

/**
 * Calls take effect in their order, except that acks come before messages that wait as well. Acks only make room, and an ack
 * waits for earlier messages on its topic. Reads come after both.
 */
export function createRunScript(
  shards: RedisShards,
  scripts: Readonly<Record<RedisScriptName, RedisScript>>,
): { readonly runScript: RunScript; readonly runShared: RunShared } {
  const run = (name: RedisScriptName, keys: readonly string[], args: readonly string[], deadline: Deadline) =>
    runRedisScript(shards, scripts[name], keys, args, deadline)
  const batches = createScriptBatches<SharedScriptName>({
    names: ['ack', 'append', 'appendWhenFull', 'acks', 'read'],
    run(name, parts, deadline) {
      const keys: string[] = []
      const args = [...heads[name]]
      for (const part of parts) {
        keys.push(...part.keys)
        args.push(...part.args)
      }
      return run(name, keys, args, deadline)
    },
  })
  return {
    runScript({ deadline }, name, keys, args) {
      batches.flush()
      return run(name, keys, args, deadline)
    },
    runShared({ deadline }, name, part) {
      // In a cluster few calls share a slot. While a slot moves, a call with several topics fails until all of them have moved.
      if (shards.isCluster)
        return run(name, part.keys, [...heads[name], ...part.args], deadline).then((answer) => listOf(answer)[0])
      return batches.add(name, part, deadline)
    },
  }
}

/** The key of a topic's messages. */
export function logOf(topic: Topic): string {
  return `hawser:{${topic}}:log`
}

/** The key of a topic's acks. */
export function acksOf(topic: Topic): string {
  return `hawser:{${topic}}:acks`
}

/**
 * How long Redis keeps a log from now on, as an argument of the scripts. A log outlives its messages, so that it still knows its
 * last id when a relay uses the topic again that has appended to it within the last minute.
 */
export function keepMsOf(lifetimeMs: number): string {
  return String(Math.max(0, lifetimeMs) + 2 * longestRunMs)
}

/** How long a relay counts on from its own last id of a topic. Later, it takes the id of the current time. */
export const longestRunMs = 60_000

/** Groups messages by the slot of their topics, in their order. */
export function groupBySlot<T extends { readonly entry: { readonly topic: Topic } }>(
  shards: RedisShards,
  items: readonly T[],
): readonly (readonly T[])[] {
  if (!shards.isCluster || items.length === 1) return [items]
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const slot = shards.slotOf(`{${item.entry.topic}}`)
    const group = groups.get(slot)
    if (group === undefined) groups.set(slot, [item])
    else group.push(item)
  }
  return [...groups.values()]
}
