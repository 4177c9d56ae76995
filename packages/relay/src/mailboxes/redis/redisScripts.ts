import { type RedisScript, readRedisScript } from '../../redis/redisScript.ts'

export type RedisScriptName = keyof ReturnType<typeof readRedisScripts>

const topics = new URL('./scripts/topics.lua', import.meta.url)
const accounts = new URL('./scripts/accounts.lua', import.meta.url)

// Without this flag, Redis refuses the whole script while it is above maxmemory.
const always = '#!lua flags=allow-oom'
const unlessFull = '#!lua'

/** Loads all scripts that run in Redis. Each script is atomic. */
export function readRedisScripts() {
  const put = new URL('./scripts/put.lua', import.meta.url)
  return {
    put: readRedisScript([topics, accounts, put], unlessFull),
    putWhenFull: readRedisScript([topics, accounts, put], always),
    pending: readRedisScript([topics, new URL('./scripts/pending.lua', import.meta.url)], always),
    remove: readRedisScript([topics, accounts, new URL('./scripts/remove.lua', import.meta.url)], always),
    find: readRedisScript([topics, new URL('./scripts/find.lua', import.meta.url)], always),
    purge: readRedisScript([topics, new URL('./scripts/purge.lua', import.meta.url)], always),
    claim: readRedisScript([topics, accounts, new URL('./scripts/claim.lua', import.meta.url)], always),
    release: readRedisScript([topics, accounts, new URL('./scripts/release.lua', import.meta.url)], always),
    take: readRedisScript([topics, accounts, new URL('./scripts/take.lua', import.meta.url)], always),
    popTaken: readRedisScript([topics, accounts, new URL('./scripts/popTaken.lua', import.meta.url)], always),
    dropTaken: readRedisScript([topics, accounts, new URL('./scripts/dropTaken.lua', import.meta.url)], always),
  } satisfies Record<string, RedisScript>
}
