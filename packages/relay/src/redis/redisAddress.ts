import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { DriverMissingError } from '@hawser/wire'
import { parseUrl } from '@hawser/wire/internal'
import { InvalidRelayOptionError } from '../errors.ts'
import type { RedisConnection } from './redisLink.ts'

/** The address of a Redis, or of each node of a cluster. */
export type RedisAddress = {
  /** The `host:port` of each named node. */
  readonly addresses: readonly string[]
  readonly isTls: boolean
  readonly username: string
  readonly password: string
  readonly database: number
}

/** The functions that open connections. */
export type RedisWorld = {
  open(target: RedisAddress, address: string): RedisConnection
  openSocket(target: RedisAddress, address: string): Duplex
}

/**
 * Parses `redis://user:password@host:port/database` URLs, `rediss:` with TLS. All nodes of a cluster use the user and password
 * of the first URL.
 * @throws InvalidRelayOptionError - the message never contains the URL, because the URL carries a password
 */
export function parseRedisUrls(urls: readonly string[]): RedisAddress {
  const parsed = urls.map((url) => parseUrl(url))
  const [first] = parsed
  const isAny = parsed.every((url) => url !== undefined && /^rediss?:$/.test(url.protocol) && url.hostname !== '')
  const database = Number(first?.pathname.replace('/', '') ?? '')
  if (first === undefined || !isAny || !Number.isInteger(database))
    throw new InvalidRelayOptionError('A Redis URL must have the form redis://[user:password@]host[:port][/database].')
  return {
    addresses: parsed.map((url) => `${url?.hostname}:${url?.port || '6379'}`),
    isTls: first.protocol === 'rediss:',
    username: decode(first.username),
    password: decode(first.password),
    database,
  }
}

/** @throws InvalidRelayOptionError */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new InvalidRelayOptionError('Write a "%" in the user or the password of a Redis URL as "%25".')
  }
}

async function loadRedisClient() {
  try {
    return await import('@redis/client')
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw cause
    const how = 'Install it beside @hawser/relay: npm install @redis/client'
    throw new DriverMissingError(`A mailbox in Redis needs the package @redis/client. ${how}`, { cause })
  }
}

/**
 * Loads the Redis client. It is loaded only here, so that a relay with another store does not need it.
 * @throws DriverMissingError
 */
export async function loadRedisWorld(): Promise<RedisWorld> {
  const { RedisClient } = await loadRedisClient()
  // The package's `createClient` builds a class of 500 methods for each new address, which blocks the process for 80 ms.
  const createClient = RedisClient.factory()
  return {
    open({ isTls, username, password, database }, address) {
      const socket = { ...partsOf(address), reconnectStrategy: false as const, connectTimeout: 1_500 }
      const client = createClient({
        socket: isTls ? { ...socket, tls: true } : socket,
        ...(username === '' ? {} : { username }),
        ...(password === '' ? {} : { password }),
        ...(database === 0 ? {} : { database }),
        name: 'hawser-relay',
        disableOfflineQueue: true,
        disableClientInfo: true,
        maintNotifications: 'disabled',
        // A call has its own deadline. An additional timer for each command is expensive.
        commandOptions: { timeout: 0 },
      })
      return {
        connect: () => client.connect(),
        sendCommand: (command) => client.sendCommand(command),
        destroy: () => client.destroy(),
        on: (event, listener) => client.on(event, listener),
      }
    },
    openSocket({ isTls }, address) {
      const { host, port } = partsOf(address)
      return isTls ? connectTls({ host, port, servername: host }) : connect({ host, port, noDelay: true })
    },
  }
}

function partsOf(address: string): { host: string; port: number } {
  const colon = address.lastIndexOf(':')
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) }
}
