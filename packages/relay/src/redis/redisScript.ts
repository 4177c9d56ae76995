import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Deadline } from './deadline.ts'
import { replyCodeOf } from './redisFailure.ts'
import type { RedisShards } from './redisShards.ts'

/** A Lua script with its SHA-1, which names it in Redis. */
export type RedisScript = { readonly text: string; readonly sha1: string }

/**
 * Joins Lua files into one script, with the shared functions before the code that uses them.
 * @param files - each written out as `new URL('./put.lua', import.meta.url)`, so that bundlers include the file
 * @param shebang - tells Redis how to treat the script, for example `#!lua flags=allow-oom`
 */
export function readRedisScript(files: readonly URL[], shebang = ''): RedisScript {
  const text = [shebang, ...files.map((file) => readFileSync(file, 'utf8'))].join('\n')
  return { text, sha1: createHash('sha1').update(text).digest('hex') }
}

/** Runs a script in the slot of its first key. */
export async function runRedisScript(
  shards: RedisShards,
  script: RedisScript,
  keys: readonly string[],
  args: readonly string[],
  deadline: Deadline,
): Promise<unknown> {
  const [first = ''] = keys
  const rest = [String(keys.length), ...keys, ...args]
  try {
    return await shards.run(first, ['EVALSHA', script.sha1, ...rest], deadline)
  } catch (error) {
    // Redis forgets scripts when it restarts.
    if (replyCodeOf(error) !== 'NOSCRIPT' || deadline.isOver) throw error
    return shards.run(first, ['EVAL', script.text, ...rest], deadline)
  }
}
