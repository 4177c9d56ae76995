import { randomBytes } from 'node:crypto'
import { MailboxUnusableError, RedisUnsafeError } from '../../errors.ts'
import { textOf } from '../../redis/redisReply.ts'

/** Sends a command to the node that has the key. */
type SendTo = (key: string, command: readonly string[]) => Promise<unknown>
type Send = (command: readonly string[]) => Promise<unknown>

/** The format of the data in Redis. Each incompatible format has its own number. */
const redisSchema = '4'
export const schemaKey = 'hawser:schema'
const saltKey = 'hawser:salt'

export const unboundedText =
  'This Redis has "maxmemory 0": nothing bounds what all mailboxes hold together, --max-store-length is for SQLite alone. Set maxmemory to less than half of its machine\'s memory (redis-cli CONFIG SET maxmemory 2gb, and in redis.conf).'

/**
 * Checks whether a Redis is fit to store mailboxes. All checks use INFO, which managed Redis answers even where CONFIG is
 * forbidden.
 *
 * @returns whether this Redis has its own memory bound. Without one, messages grow until the machine has no memory left.
 * @throws MailboxUnusableError, RedisUnsafeError
 */
export async function checkRedis(send: Send, acceptLoss: boolean): Promise<{ readonly isBounded: boolean }> {
  const info = textOf(await send(['INFO']))
  const read = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? ''
  const isBounded = read('maxmemory') !== '0'
  const version = read('redis_version')
  if (Number.parseInt(version, 10) < 7)
    throw new MailboxUnusableError(`The relay needs Redis 7.0 or later; this one is ${version}.`)
  if (read('role') !== 'master')
    throw new MailboxUnusableError('This Redis is a replica and takes no writes. Give the URL of its master.')
  if (acceptLoss) return { isBounded }
  if (read('aof_enabled') !== '1') {
    throw new RedisUnsafeError(
      'This Redis has "appendonly no": when it ends, it loses messages that clients believe stored. Set "appendonly yes" (redis-cli CONFIG SET appendonly yes, and in redis.conf), or accept the loss with --i-accept-loss.',
    )
  }
  const policy = read('maxmemory_policy')
  if (policy !== 'noeviction') {
    throw new RedisUnsafeError(
      `This Redis has "maxmemory-policy ${policy}": when it is full, it drops messages that clients believe stored. Set "maxmemory-policy noeviction" (redis-cli CONFIG SET maxmemory-policy noeviction, and in redis.conf), or accept the loss with --i-accept-loss.`,
    )
  }
  return { isBounded }
}

/** @throws MailboxUnusableError - when another version of Hawser has its mailboxes in this Redis */
export async function checkSchema(send: SendTo): Promise<void> {
  const read = () => send(schemaKey, ['GET', schemaKey])
  let schema = await read()
  if (schema === null) {
    await send(schemaKey, ['SET', schemaKey, redisSchema, 'NX'])
    schema = await read()
  }
  if (schema === redisSchema) return
  throw new MailboxUnusableError(
    `This Redis holds mailboxes of another version of Hawser (schema ${String(schema)}; this one reads ${redisSchema}). Run that version, or give this one its own Redis.`,
  )
}

/** Reads the salt of `hashAddress`, which the first relay creates. */
export async function readSalt(send: SendTo): Promise<string> {
  await send(saltKey, ['SET', saltKey, randomBytes(16).toString('hex'), 'NX'])
  return textOf(await send(saltKey, ['GET', saltKey]))
}
