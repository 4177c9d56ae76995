import { type RedisScript, readRedisScript } from '../../redis/redisScript.ts'

export type RedisScriptName = keyof ReturnType<typeof readRedisScripts>

// Without this flag, Redis refuses the whole script while it is above maxmemory.
const always = '#!lua flags=allow-oom'
const unlessFull = '#!lua'
const readOnly = '#!lua flags=no-writes,allow-oom'

/** Loads all scripts that run in Redis. Each script is atomic. */
export function readRedisScripts() {
  const append = new URL('./scripts/append.lua', import.meta.url)
  return {
    append: readRedisScript([append], unlessFull),
    appendWhenFull: readRedisScript([append], always),
    ack: readRedisScript([new URL('./scripts/ack.lua', import.meta.url)], always),
    acks: readRedisScript([new URL('./scripts/acks.lua', import.meta.url)], readOnly),
    read: readRedisScript([new URL('./scripts/read.lua', import.meta.url)], readOnly),
    drop: readRedisScript([new URL('./scripts/drop.lua', import.meta.url)], always),
  } satisfies Record<string, RedisScript>
}
