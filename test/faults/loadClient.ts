import { type IrnDelivery, parseRelayFrame, type RelayFrame } from '@hawser/wire'
import { WebSocket } from 'ws'
import { messageIdOf } from '../../packages/relay/src/mailboxes/mailbox.ts'
import {
  createTestIdentity,
  createTestToken,
  type TestIdentity,
} from '../../packages/relay/src/server/createTestClient.fixture.ts'
import type { Ledger } from './ledger.ts'

/** `tookMs` counts from the first send, and leaves out the wait for a connection. */
export type PublishOutcome =
  | { readonly kind: 'acked'; readonly tries: number; readonly tookMs: number; readonly url: string }
  | { readonly kind: 'refused'; readonly code: number; readonly message: string }
  | { readonly kind: 'indeterminate' }

/** The time from the end of a connection, with its close code, to the answer to the subscriptions on the next connection. */
export type Outage = {
  readonly at: number
  readonly ms: number
  readonly code: number
  readonly from: string
  readonly to: string
}

/** A client of the load, for any protocol. */
export type LoadMember = {
  readonly clientId: string
  readonly outages: readonly Outage[]
  /** The close codes of all closed connections. 0 means that no code arrived. */
  readonly closeCodes: readonly number[]
  /** The address that the client uses or tries to reach. */
  url(): string
  /** Resolves when the subscription is answered. The subscription survives reconnections. */
  subscribe(topics: readonly string[]): Promise<void>
  /** Retries until the message is stored or refused for good; never rejects. */
  publish(topic: string, message: string, ttlSeconds?: number): Promise<PublishOutcome>
  stop(): Promise<void>
}

/** A client that behaves like an official one: it republishes until it gets an answer, and always reconnects. */
export type LoadClient = LoadMember & {
  isConnected(): boolean
  /** Sends any other request once. Resolves to its answer, or to undefined when the connection ends first. */
  request(method: string, params: object): Promise<Answer | undefined>
  /** Drops the connection without a close frame; the client reconnects. */
  drop(): void
}

type Answer = Exclude<RelayFrame, { kind: 'delivery' }>
type Pending = {
  readonly id: string
  readonly params: object
  readonly startedAt: number
  readonly settle: (outcome: PublishOutcome) => void
  sentAt: number | undefined
  tries: number
  unanswered: number
  againAt: number
}

/** The wait after an answer that says "again later". */
const retryMs = 1_000
/** The wait without an answer on a connection that stays open. */
const unansweredMs = 15_000
const reconnectMs = 100
const handshakeMs = 5_000
/** Errors that say "again later" (protocol.md §3.4). Any other error says that the message is not stored. */
const passing = new Set([-32603, 3001])

/**
 * Connects and stays connected until `stop`.
 * @param options - `urls` are tried in turn; `beforeAck` is called for every delivery that reached the application; `silentMs`
 * without a ping ends a connection, as in official clients
 */
export function createLoadClient(options: {
  readonly urls: readonly string[]
  readonly first?: number
  readonly ledger?: Ledger
  readonly identity?: TestIdentity
  readonly giveUpMs?: number
  readonly silentMs?: number
  readonly beforeAck?: (delivery: IrnDelivery, isAgain: boolean) => void
  readonly onConnected?: () => void
}): LoadClient {
  const { urls, ledger, identity = createTestIdentity(), giveUpMs = 60_000, silentMs = 31_000 } = options
  const { clientId } = identity
  const topics = new Set<string>()
  const pending = new Map<string, Pending>()
  const taken = new Set<string>()
  const outages: Outage[] = []
  const closeCodes: number[] = []
  let socket: WebSocket | undefined
  let answers = new Map<string, (answer: Answer | undefined) => void>()
  let urlIndex = options.first ?? 0
  let connection = 0
  let requests = 0
  let heardAt = 0
  let downSince: { at: number; code: number; from: string } | undefined
  let isStopped = false
  let reconnectTimer: NodeJS.Timeout | undefined

  const url = () => urls[urlIndex % urls.length] ?? ''
  const isOpen = () => socket?.readyState === WebSocket.OPEN
  const request = (method: string, params: object) =>
    new Promise<Answer | undefined>((resolve) => {
      if (!isOpen()) return resolve(undefined)
      requests += 1
      const id = `1795${String(connection).padStart(6, '0')}${String(requests).padStart(9, '0')}`
      answers.set(`"${id}"`, resolve)
      socket?.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })

  const send = async (entry: Pending) => {
    const sentOn = connection
    const sentTo = url()
    entry.tries += 1
    entry.unanswered += 1
    entry.sentAt ??= performance.now()
    entry.againAt = performance.now() + unansweredMs
    const answer = await request('irn_publish', entry.params)
    if (answer === undefined || pending.get(entry.id) !== entry) return
    const at = performance.now()
    if (answer.kind === 'result') {
      pending.delete(entry.id)
      ledger?.write({ kind: 'acked', id: entry.id, tries: entry.tries, connection: sentOn, at })
      entry.settle({ kind: 'acked', tries: entry.tries, tookMs: at - (entry.sentAt ?? at), url: sentTo })
      return
    }
    // After "again later" the message can be stored or not: the next attempt shows which.
    if (passing.has(answer.code)) {
      entry.againAt = at + retryMs
      return
    }
    entry.unanswered -= 1
    pending.delete(entry.id)
    if (entry.unanswered > 0) return entry.settle({ kind: 'indeterminate' })
    ledger?.write({ kind: 'refused', id: entry.id, code: answer.code, at })
    entry.settle({ kind: 'refused', code: answer.code, message: answer.message })
  }
  const take = (delivery: IrnDelivery, takenOn: number) => {
    const id = messageIdOf(delivery.message)
    const { topic } = delivery
    const isAgain = taken.has(topic + id)
    taken.add(topic + id)
    // Recorded before the ack: an ack says that the application has the message (P2).
    const line = { id, clientId, topic, connection: takenOn }
    if (isAgain) ledger?.write({ kind: 'again', ...line })
    else ledger?.write({ kind: 'delivered', ...line, at: performance.now() })
    options.beforeAck?.(delivery, isAgain)
  }
  const receive = (text: string, receivedOn: number) => {
    const frame = parseRelayFrame(text)
    if (frame.kind === 'delivery') {
      take(frame.delivery, receivedOn)
      if (isOpen()) socket?.send(`{"id":${frame.idToken},"jsonrpc":"2.0","result":true}`)
      return
    }
    answers.get(frame.idToken)?.(frame)
    answers.delete(frame.idToken)
  }
  const resubscribe = async () => {
    const all = [...topics]
    const batches = Array.from({ length: Math.ceil(all.length / 500) }, (_, index) =>
      request('irn_batchSubscribe', { topics: all.slice(index * 500, index * 500 + 500) }),
    )
    const given = await Promise.all(batches)
    if (given.some((answer) => answer?.kind === 'error')) return void socket?.terminate()
    if (given.includes(undefined)) return
    if (downSince !== undefined) {
      outages.push({ ...downSince, ms: performance.now() - downSince.at, to: url() })
    }
    downSince = undefined
    options.onConnected?.()
  }

  const connect = () => {
    const opened = new WebSocket(`${url()}/?auth=${createTestToken(identity)}`, { handshakeTimeout: handshakeMs })
    socket = opened
    connection += 1
    const number = connection
    heardAt = performance.now()
    opened.on('error', () => {})
    opened.on('message', (raw) => receive(raw.toString(), number))
    opened.on('ping', () => {
      heardAt = performance.now()
    })
    opened.on('open', () => {
      void resubscribe()
      for (const entry of pending.values()) void send(entry)
    })
    opened.on('close', (code) => {
      closeCodes.push(code)
      downSince ??= { at: performance.now(), code, from: url() }
      const unanswered = answers
      answers = new Map()
      for (const settle of unanswered.values()) settle(undefined)
      if (isStopped) return
      urlIndex += 1
      reconnectTimer = setTimeout(connect, reconnectMs)
    })
  }
  const watch = setInterval(() => {
    const now = performance.now()
    for (const entry of pending.values()) {
      if (now - entry.startedAt > giveUpMs) {
        pending.delete(entry.id)
        entry.settle({ kind: 'indeterminate' })
      } else if (isOpen() && now >= entry.againAt) void send(entry)
    }
    if (isOpen() && now - heardAt > silentMs) socket?.terminate()
  }, 100)
  connect()

  return {
    clientId,
    outages,
    closeCodes,
    isConnected: isOpen,
    url,
    async subscribe(wanted) {
      for (const topic of wanted) {
        topics.add(topic)
        ledger?.write({ kind: 'subscriber', clientId, topic })
      }
      const method = wanted.length === 1 ? 'irn_subscribe' : 'irn_batchSubscribe'
      const params = wanted.length === 1 ? { topic: wanted[0] } : { topics: wanted }
      while (!isStopped) {
        const answer = await request(method, params)
        if (answer?.kind === 'result') return
        await new Promise((resolve) => setTimeout(resolve, reconnectMs))
      }
    },
    publish(topic, message, ttlSeconds = 300) {
      const id = messageIdOf(message)
      const startedAt = performance.now()
      ledger?.write({ kind: 'publish', id, clientId, topic, connection, at: startedAt })
      return new Promise((settle) => {
        const params = { topic, message, ttl: ttlSeconds, tag: 1108, prompt: false }
        const entry: Pending = {
          id,
          params,
          startedAt,
          settle,
          sentAt: undefined,
          tries: 0,
          unanswered: 0,
          againAt: startedAt,
        }
        pending.set(id, entry)
        if (isOpen()) void send(entry)
      })
    },
    request,
    drop: () => socket?.terminate(),
    async stop() {
      isStopped = true
      clearInterval(watch)
      clearTimeout(reconnectTimer)
      for (const entry of pending.values()) entry.settle({ kind: 'indeterminate' })
      pending.clear()
      const open = socket
      if (open === undefined || open.readyState === WebSocket.CLOSED) return
      const closed = new Promise<void>((resolve) => open.once('close', () => resolve()))
      open.terminate()
      await closed
    },
  }
}
