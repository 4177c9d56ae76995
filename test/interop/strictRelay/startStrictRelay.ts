import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { type Admission, admit, type Project } from './admission.ts'
import { readRequest, type StrictPublish, StrictRefusal, type StrictRequest } from './readRequest.ts'

/**
 * A relay that refuses everything the network's relay refuses, as far as the network's published library and documents say.
 * Tests must not call the real relay. Responses and pushes have plain numeric ids.
 */
export type StrictRelay = {
  readonly url: string
  readonly port: number
  /** The requests and sockets that the relay refused, in words. */
  readonly refusals: readonly string[]
  /** The requests in order: their methods, and `socket` for an upgrade. `at` is in milliseconds on the relay's own clock. */
  readonly asked: readonly { readonly what: string; readonly at: number }[]
  /** The origins of the admitted sockets. */
  readonly origins: readonly (string | undefined)[]
  /** Refuses this many of the next sockets (with 1013) and requests (with 3001). */
  beBusy(next: { readonly sockets?: number; readonly requests?: number }): void
  /** Ends every socket. */
  close(code: number, reason: string): void
  /** Sends every client an unsolicited text. */
  say(text: string): void
  stop(): Promise<void>
}

type Connection = { readonly clientId: string; readonly socket: WebSocket; readonly topics: Set<string> }
type Stored = StrictPublish & { readonly from: string; readonly publishedAt: number }

const frameBytes = 512 * 1024
// Ids have 16 digits: above 2^53, official JavaScript clients acknowledge a plain id with an "n" at its end, which makes the id
// a string.
const firstPushId = 1_700_000_000_000_001n
const smallestId = 1_000_000_000n

/** Starts the relay on loopback. `now` is the relay's clock. */
export async function startStrictRelay(options: {
  readonly projects: Readonly<Record<string, Project>>
  readonly now?: () => number
}): Promise<StrictRelay> {
  const { now = Date.now } = options
  const projects = new Map(Object.entries(options.projects))
  const connections = new Set<Connection>()
  const mailboxes = new Map<string, Stored[]>()
  const pushed = new Map<string, Stored>()
  const refusals: string[] = []
  const asked: { what: string; at: number }[] = []
  const origins: (string | undefined)[] = []
  const busy = { sockets: 0, requests: 0 }
  let lastPush = firstPushId
  let audience = ''

  const http = createServer((_, response) => response.writeHead(404).end())
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytes })

  http.on('upgrade', (request, stream, head) => {
    asked.push({ what: 'socket', at: performance.now() })
    const { searchParams } = new URL(request.url ?? '/', 'ws://relay.invalid')
    const read = (name: string) => searchParams.get(name) ?? undefined
    const { origin, authorization } = request.headers
    const token = read('auth') ?? authorization?.replace(/^Bearer /, '')
    const appId = read('packageName') ?? read('bundleId')
    const caller = { token, projectId: read('projectId'), origin, appId }
    const admission = admit(caller, projects, [audience], now())
    if ('status' in admission) refusals.push(admission.reason)
    if ('status' in admission && read('useOnCloseEvent') !== 'true') {
      stream.end(`HTTP/1.1 ${admission.status} Refused\r\nConnection: close\r\n\r\n`)
      return
    }
    server.handleUpgrade(request, stream, head, (socket) => take(socket, admission, origin))
  })

  function take(socket: WebSocket, admission: Admission, origin: string | undefined): void {
    socket.on('error', () => socket.terminate())
    if (busy.sockets > 0) {
      busy.sockets -= 1
      socket.close(1013, 'Too many requests')
      return
    }
    if ('status' in admission) {
      socket.close(3000, admission.reason)
      return
    }
    const { clientId } = admission
    const connection: Connection = { clientId, socket, topics: new Set() }
    origins.push(origin)
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
    socket.on('message', (frame: RawData, isBinary: boolean) => {
      if (isBinary) socket.close(1003)
      else onFrame(connection, String(frame))
    })
  }

  function onFrame(connection: Connection, text: string): void {
    const id = readId(text)
    try {
      const { jsonrpc, method, params, ...more } = readFrame(text)
      if (id === undefined)
        throw new StrictRefusal(-32600, 'InvalidRequestId', 'Request validation error: Invalid request ID')
      if (jsonrpc !== '2.0') throw new StrictRefusal(-32600, 'InvalidJsonRpcVersion', 'Invalid JSON-RPC version')
      if (method === undefined && 'result' in more) {
        acknowledge(id)
        return
      }
      asked.push({ what: String(method), at: performance.now() })
      if (busy.requests > 0) {
        busy.requests -= 1
        throw new StrictRefusal(3001, 'TooManyRequests', 'Too many requests')
      }
      for (const name of Object.keys(more))
        if (name !== 'id') throw new StrictRefusal(-32600, 'InvalidParams', `unknown field \`${name}\``)
      answer(connection, id, readRequest(method, params))
    } catch (error) {
      if (!(error instanceof StrictRefusal)) throw error
      const { code, data, message } = error
      refusals.push(`${data}: ${message}`)
      connection.socket.send(`{"id":${id ?? 0},"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })}}`)
    }
  }

  function answer(connection: Connection, id: bigint, request: StrictRequest): void {
    const { clientId, socket, topics } = connection
    for (const { topic, id: subscriptionId } of request.unsubscribes) {
      if (subscriptionId !== subscriptionIdOf(topic, clientId))
        throw new StrictRefusal(-32600, 'InvalidSubscriptionId', 'Request validation error: Invalid subscription ID')
      topics.delete(topic)
    }
    const ids = request.subscribes.map((topic) => subscriptionIdOf(topic, clientId))
    const result = { true: true, id: ids[0], ids }[request.answer]
    socket.send(`{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`)
    for (const publish of request.publishes) store(clientId, publish)
    for (const topic of request.subscribes) {
      topics.add(topic)
      for (const message of mailboxes.get(topic) ?? []) push(connection, message)
    }
  }

  function store(from: string, publish: StrictPublish): void {
    const mailbox = mailboxes.get(publish.topic) ?? []
    mailboxes.set(publish.topic, mailbox)
    if (mailbox.some(({ message }) => message === publish.message)) return
    const stored = { ...publish, from, publishedAt: now() }
    mailbox.push(stored)
    for (const connection of connections) if (connection.topics.has(publish.topic)) push(connection, stored)
  }

  function push({ clientId, socket }: Connection, stored: Stored): void {
    const { from, ttlSeconds, topic, message, publishedAt, tag, attestation } = stored
    if (from === clientId || publishedAt + ttlSeconds * 1000 < now()) return
    lastPush += 1n
    pushed.set(String(lastPush), stored)
    const data = { topic, message, publishedAt, tag, attestation }
    const params = JSON.stringify({ id: subscriptionIdOf(topic, clientId), data })
    socket.send(`{"id":${lastPush},"jsonrpc":"2.0","method":"irn_subscription","params":${params}}`)
  }

  function acknowledge(id: bigint): void {
    const taken = pushed.get(String(id))
    if (taken === undefined) {
      refusals.push(`an answer to nothing: ${id}`)
      return
    }
    const left = mailboxes.get(taken.topic)?.filter((stored) => stored !== taken) ?? []
    mailboxes.set(taken.topic, left)
  }

  // Node clients rely on pings: after 35 seconds without a ping they treat the socket as dead.
  const pings = setInterval(() => {
    for (const { socket } of connections) socket.ping()
  }, 20_000)

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  audience = `ws://127.0.0.1:${port}`
  return {
    url: audience,
    port,
    refusals,
    asked,
    origins,
    beBusy: (next) => Object.assign(busy, next),
    close(code, reason) {
      for (const { socket } of connections) socket.close(code, reason)
    },
    say(text) {
      for (const { socket } of connections) socket.send(text)
    },
    async stop() {
      clearInterval(pings)
      for (const socket of server.clients) socket.terminate()
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
}

/** Reads a 64-bit id, written as a number or as a string, as the library reads it. */
function readId(text: string): bigint | undefined {
  const digits = /^\s*\{\s*"id"\s*:\s*("?)(\d{1,20})\1\s*[,}]/.exec(text)?.[2]
  const id = digits === undefined ? undefined : BigInt(digits)
  return id !== undefined && id >= smallestId && id < 2n ** 64n ? id : undefined
}

function readFrame(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new StrictRefusal(-32600, 'Serialization', 'Failed to deserialize the request')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new StrictRefusal(-32600, 'Serialization', 'Failed to deserialize the request')
}

function subscriptionIdOf(topic: string, clientId: string): string {
  return createHash('sha256').update(`${topic}${clientId}`).digest('hex')
}
