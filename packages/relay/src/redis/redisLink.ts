import { RedisUnreachableError } from '../errors.ts'

/** The part of a `@redis/client` client that the relay uses. */
export type RedisConnection = {
  connect(): Promise<unknown>
  sendCommand(command: readonly string[]): Promise<unknown>
  destroy(): void
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** A connection to one Redis that reconnects automatically. */
export type RedisLink = {
  readonly address: string
  /** Sends a command. Fails immediately while there is no connection: nothing is queued for later. */
  send(command: readonly string[]): Promise<unknown>
  /** Sends a command to a node that a slot is moving to. */
  sendAsking(command: readonly string[]): Promise<unknown>
  /** Resolves when there is a connection. Rejects with the reason after `withinMs` milliseconds. */
  whenUp(withinMs: number): Promise<void>
  /** Records that Redis answered. */
  heard(): void
  /** Drops the connection and opens another, unless Redis has answered since `silentSince` (of `performance.now()`). */
  reset(silentSince?: number): void
  close(): void
}

const connectMs = 1_500
const firstRetryMs = 50
const lastRetryMs = 1_000

/**
 * @param options - `open` makes a connection that does not reconnect. The link reconnects, and limits the whole handshake, not
 * only TCP: a Redis that hangs still accepts connections.
 */
export function createRedisLink(options: {
  readonly address: string
  readonly open: (address: string) => RedisConnection
  readonly onUp?: () => void
}): RedisLink {
  const { address, open, onUp } = options
  let connection: RedisConnection | undefined
  let attempt: RedisConnection | undefined
  let whyDown: Error = new RedisUnreachableError('Not connected yet.')
  let retries = 0
  let heardAt = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const waiting = new Set<() => void>()

  const lose = (lost: RedisConnection, error: Error) => {
    if (lost !== connection && lost !== attempt) return
    connection = undefined
    attempt = undefined
    whyDown = error
    clearTimeout(timer)
    lost.destroy()
    if (isClosed) return
    timer = setTimeout(connect, Math.min(firstRetryMs * 2 ** retries, lastRetryMs))
    timer.unref()
    retries += 1
  }
  const connect = () => {
    const opened = open(address)
    attempt = opened
    timer = setTimeout(() => lose(opened, new RedisUnreachableError('Redis does not finish its handshake.')), connectMs)
    timer.unref()
    opened.on('error', (error) => lose(opened, error))
    opened.connect().then(
      () => {
        if (opened !== attempt) return
        clearTimeout(timer)
        attempt = undefined
        connection = opened
        retries = 0
        for (const wake of waiting) wake()
        onUp?.()
      },
      (error: Error) => lose(opened, error),
    )
  }
  connect()

  return {
    address,
    send: (command) => connection?.sendCommand(command) ?? Promise.reject(whyDown),
    async sendAsking(command) {
      if (connection === undefined) throw whyDown
      // Both commands are sent in one turn of the event loop, so no other command comes between them.
      const [, answer] = await Promise.all([connection.sendCommand(['ASKING']), connection.sendCommand(command)])
      return answer
    },
    whenUp: (withinMs) =>
      new Promise((resolve, reject) => {
        if (connection !== undefined) return resolve()
        const wake = () => {
          clearTimeout(patience)
          waiting.delete(wake)
          resolve()
        }
        const patience = setTimeout(() => {
          waiting.delete(wake)
          reject(whyDown)
        }, withinMs)
        waiting.add(wake)
      }),
    heard() {
      heardAt = performance.now()
    },
    reset(silentSince = Number.POSITIVE_INFINITY) {
      if (connection !== undefined && heardAt < silentSince)
        lose(connection, new RedisUnreachableError('Redis does not answer.'))
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      const last = connection ?? attempt
      connection = undefined
      attempt = undefined
      whyDown = new RedisUnreachableError('The connection is closed.')
      last?.destroy()
    },
  }
}
