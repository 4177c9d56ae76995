import type { Duplex } from 'node:stream'
import { RedisRefusedError, RedisUnreachableError } from '../../errors.ts'

/** One connection to a Redis node with subscriptions to sharded channels. It does not reconnect; open a new one instead. */
export type RedisSubscriber = {
  /** Resolves when Redis confirms the channel. Rejects with Redis's error, or when the connection ends. */
  subscribe(channel: string): Promise<void>
  unsubscribe(channel: string): void
  close(): void
}

type Asked = {
  readonly kind: 'hello' | 'ping' | 'subscribe' | 'unsubscribe'
  readonly channel?: string
  readonly at: number
  readonly resolve?: () => void
  readonly reject?: (error: Error) => void
}

const pingMs = 1_000
const silentMs = 2_000

/**
 * Implements the necessary part of RESP2. A client that only counts confirmations mistakes the notice that a slot has moved
 * away for a confirmation, and believes itself subscribed.
 * @param options - `socket` can still be connecting; `onLost` means Redis ended one subscription, `onClosed` all
 */
export function createRedisSubscriber(options: {
  readonly socket: Duplex
  readonly credentials: { readonly username: string; readonly password: string } | undefined
  readonly onMessage: (channel: string, text: string) => void
  readonly onLost: (channel: string) => void
  readonly onClosed: () => void
}): RedisSubscriber {
  const { socket, credentials } = options
  // Redis answers in the order of the requests.
  const asked = createQueue<Asked>()
  const subscribed = new Set<string>()
  let rest: Buffer = Buffer.alloc(0)
  let heardAt = performance.now()
  let isClosed = false

  const close = () => {
    if (isClosed) return
    isClosed = true
    clearInterval(timer)
    socket.destroy()
    const lost = new RedisUnreachableError('The connection to Redis has ended.')
    for (let one = asked.shift(); one !== undefined; one = asked.shift()) one.reject?.(lost)
    options.onClosed()
  }
  const ask = (one: Omit<Asked, 'at'>, ...command: readonly string[]) => {
    if (isClosed) return one.reject?.(new RedisUnreachableError('The connection to Redis has ended.'))
    asked.push({ ...one, at: performance.now() })
    const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`)
    socket.write(`*${command.length}\r\n${parts.join('')}`)
  }
  const receive = (value: RespValue) => {
    const head = asked.first()
    if (value instanceof RedisRefusedError) {
      asked.shift()?.reject?.(value)
      if (head?.kind === 'hello') close()
      return
    }
    const [kind, channel, payload] = Array.isArray(value) ? value : []
    if (kind === 'smessage') return options.onMessage(String(channel), String(payload))
    const isAnswer =
      head !== undefined &&
      (kind === 'ssubscribe'
        ? head.kind === 'subscribe' && head.channel === channel
        : kind === 'sunsubscribe'
          ? head.kind === 'unsubscribe' && head.channel === channel
          : true)
    if (isAnswer) {
      asked.shift()
      if (kind === 'ssubscribe') subscribed.add(String(channel))
      if (kind === 'sunsubscribe') subscribed.delete(String(channel))
      head.resolve?.()
    } else if (kind === 'sunsubscribe') {
      // An unrequested end: the slot has moved. A confirmation just before it, in the same chunk, reaches its caller only after
      // this turn. If the end came first, the caller would believe the subscription alive forever.
      if (subscribed.delete(String(channel))) queueMicrotask(() => options.onLost(String(channel)))
    } else close()
  }
  const watch = () => {
    if (asked.first() === undefined) ask({ kind: 'ping' }, 'PING')
    // Check again only after reading everything that arrived while this process was busy.
    else if (isSilent()) setImmediate(() => isSilent() && close())
  }
  // A Redis that answers is alive, however busy it is.
  const isSilent = () => {
    const oldest = asked.first()
    return oldest !== undefined && performance.now() - Math.max(oldest.at, heardAt) > silentMs
  }
  const timer = setInterval(watch, pingMs)
  timer.unref()

  socket.on('data', (chunk: Buffer) => {
    heardAt = performance.now()
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let offset = 0
    while (!isClosed) {
      const read = readResp(rest, offset)
      if (read === undefined) break
      offset = read.next
      receive(read.value)
    }
    rest = rest.subarray(offset)
  })
  socket.on('error', close)
  socket.on('close', close)
  if (credentials !== undefined) {
    const { username, password } = credentials
    ask({ kind: 'hello' }, 'AUTH', ...(username === '' ? [password] : [username, password]))
  }

  return {
    subscribe: (channel) =>
      new Promise((resolve, reject) => ask({ kind: 'subscribe', channel, resolve, reject }, 'SSUBSCRIBE', channel)),
    unsubscribe: (channel) => ask({ kind: 'unsubscribe', channel }, 'SUNSUBSCRIBE', channel),
    close,
  }
}

type Queue<T> = { first(): T | undefined; push(one: T): void; shift(): T | undefined }

/**
 * A queue with fast removal. An array of more than about ten thousand items moves all of them when its first item is removed.
 */
function createQueue<T>(): Queue<T> {
  let items: T[] = []
  let head = 0
  return {
    first: () => items[head],
    push: (one) => void items.push(one),
    shift() {
      const first = items[head]
      if (first === undefined) return undefined
      head += 1
      if (head > 1_000 && head * 2 > items.length) {
        items = items.slice(head)
        head = 0
      }
      return first
    },
  }
}

type RespValue = string | number | null | RedisRefusedError | RespValue[]

/** Reads one RESP2 value at `offset`. Undefined if the value is incomplete. */
function readResp(bytes: Buffer, offset: number): { value: RespValue; next: number } | undefined {
  const end = bytes.indexOf('\r\n', offset)
  if (end < 0) return undefined
  const text = bytes.toString('utf8', offset + 1, end)
  const next = end + 2
  switch (bytes[offset]) {
    case 0x2b: // +
      return { value: text, next }
    case 0x2d: // -
      return { value: new RedisRefusedError(text), next }
    case 0x3a: // :
      return { value: Number(text), next }
    case 0x24: {
      // $
      const length = Number(text)
      if (length < 0) return { value: null, next }
      if (bytes.length < next + length + 2) return undefined
      return { value: bytes.toString('utf8', next, next + length), next: next + length + 2 }
    }
    case 0x2a: // *
      return readList(bytes, next, Number(text))
    default:
      return { value: new RedisRefusedError('PROTOCOL not RESP2'), next }
  }
}

function readList(bytes: Buffer, start: number, length: number): { value: RespValue; next: number } | undefined {
  const value: RespValue[] = []
  let next = start
  for (let index = 0; index < length; index += 1) {
    const read = readResp(bytes, next)
    if (read === undefined) return undefined
    value.push(read.value)
    next = read.next
  }
  return { value, next }
}
