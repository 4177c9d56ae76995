import { formatDelivery, type IrnDelivery, parseClientAuth, parseClientFrame, type Topic } from '@hawser/wire'
import { createWebCurves } from './curves.ts'
import { sealEnvelope } from './envelope.ts'
import { hexToBytes } from './keys.ts'
import type { SetTimer } from './schedule.ts'

const curves = createWebCurves(crypto.subtle)

/** A clock that stands still until it is advanced. */
export function createClock(start = 1_795_208_116_000) {
  let time = start
  const timers = new Map<object, { at: number; run: () => void }>()
  const setTimer: SetTimer = (run, delayMs) => {
    const key = {}
    timers.set(key, { at: time + delayMs, run })
    return () => timers.delete(key)
  }
  // The platform's cryptography answers from other threads, in the order it was asked: what is asked last comes last.
  const probe = new Uint8Array(32).fill(9)
  const tick = async () => {
    for (let round = 0; round < 4; round += 1) {
      await curves.x25519SharedSecret(probe, probe)
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }
  return {
    now: () => time,
    setTimer,
    timers: () => timers.size,
    /** Lets what is under way happen, without time passing. */
    tick,
    /** The machine sleeps: no timer runs on the way, and what is overdue runs when it wakes. */
    async sleep(ms: number): Promise<void> {
      await tick()
      time += ms
      await this.advance(0)
    },
    /** Runs what falls due on the way, in order, and lets each consequence happen before the next. */
    async advance(ms: number): Promise<void> {
      const end = time + ms
      for (;;) {
        await tick()
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (due === undefined) break
        timers.delete(due[0])
        time = Math.max(time, due[1].at)
        due[1].run()
      }
      time = end
      await tick()
    },
  }
}

export type Clock = ReturnType<typeof createClock>

type Connection = { readonly clientId: string; readonly socket: FakeSocket; readonly topics: Set<Topic> }
type FakeSocket = {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onerror: (() => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  send(text: string): void
  close(): void
}

/** What a test may do to the relay. Replace a member to change its behaviour. */
export type Behaviour = {
  /** `refuse` closes with a code right after opening; `absent` never opens. */
  accept: 'yes' | 'absent' | { code: number; reason: string }
  /** Whether, and with what error, a request is answered; `lost` does it without an answer, `close` ends the connection. */
  answer(method: string, clientId: string): 'yes' | 'no' | 'lost' | 'close' | { code: number }
  /** Whether a message stays in its mailbox after its first acknowledgement. */
  keeps: boolean
  /** Whether a client is sent what it published itself. */
  echoes: boolean
  /** Takes every push on its way. */
  push(delivery: IrnDelivery, forward: (delivery: IrnDelivery) => void, forwardText: (text: string) => void): void
}

/** A relay in memory with a mailbox per topic, and every fault on request. */
export function createFakeRelay(clock: Clock) {
  const connections = new Set<Connection>()
  const stored = new Map<Topic, { delivery: IrnDelivery; from: string }[]>()
  const requests: { clientId: string; method: string; text: string }[] = []
  const acknowledged: string[] = []
  const pushed = new Map<string, { topic: Topic; message: string }>()
  const behaviour: Behaviour = {
    accept: 'yes',
    answer: () => 'yes',
    keeps: false,
    echoes: false,
    push: (delivery, forward) => forward(delivery),
  }
  let acceptOf: (host: string) => Behaviour['accept'] = () => behaviour.accept
  let sequence = 0
  let upgrades: string[] = []

  function push(connection: Connection, delivery: IrnDelivery): void {
    const forwardText = (text: string) => connection.socket.onmessage?.({ data: text })
    const forward = (changed: IrnDelivery) => {
      sequence += 1
      const idToken = `"${sequence}"`
      pushed.set(idToken, delivery)
      forwardText(formatDelivery(idToken, 'id', changed))
    }
    behaviour.push(delivery, forward, forwardText)
  }

  function store(from: string, topic: Topic, message: string, tag: number): void {
    const mailbox = stored.get(topic) ?? []
    stored.set(topic, mailbox)
    if (mailbox.some(({ delivery }) => delivery.message === message)) return
    const delivery = { topic, message, tag, publishedAt: clock.now(), attestation: '' }
    mailbox.push({ delivery, from })
    for (const connection of connections) {
      if ((behaviour.echoes || connection.clientId !== from) && connection.topics.has(topic)) push(connection, delivery)
    }
  }

  function subscribe(connection: Connection, topic: Topic): void {
    connection.topics.add(topic)
    for (const { delivery, from } of stored.get(topic) ?? []) {
      if (behaviour.echoes || from !== connection.clientId) push(connection, delivery)
    }
  }

  function onFrame(connection: Connection, text: string): void {
    const frame = parseClientFrame(text)
    if (frame.kind === 'ack') {
      const { topic = '', message = '' } = pushed.get(frame.idToken) ?? {}
      acknowledged.push(message)
      if (behaviour.keeps) return
      stored.set(topic, stored.get(topic)?.filter(({ delivery }) => delivery.message !== message) ?? [])
      return
    }
    const { request, idToken } = frame
    requests.push({ clientId: connection.clientId, method: request.method, text })
    const answer = behaviour.answer(request.method, connection.clientId)
    if (answer === 'no') return
    if (answer === 'close') {
      connections.delete(connection)
      connection.socket.onclose?.({ code: 1008, reason: '' })
      return
    }
    if (answer !== 'lost') {
      const body = answer === 'yes' ? '"result":true' : `"error":{"code":${answer.code},"message":"no"}`
      connection.socket.onmessage?.({ data: `{"id":${idToken},"jsonrpc":"2.0",${body}}` })
      if (answer !== 'yes') return
    }
    if (request.method === 'irn_publish') {
      const { topic, message, tag } = request.publish
      store(connection.clientId, topic, message, tag)
    }
    if (request.method === 'wc_proposeSession') {
      const { topic, message, tag } = request.proposal
      store(connection.clientId, topic, message, tag)
      subscribe(connection, topic)
    }
    if (request.method === 'wc_approveSession') {
      for (const { topic, message, tag } of [request.settlement, request.response]) {
        store(connection.clientId, topic, message, tag)
      }
      subscribe(connection, request.settlement.topic)
    }
    if (request.method === 'irn_subscribe') subscribe(connection, request.topic)
    if (request.method === 'irn_batchSubscribe') for (const topic of request.topics) subscribe(connection, topic)
    if (request.method === 'irn_unsubscribe') connection.topics.delete(request.topic)
  }

  return {
    behaviour,
    /** How the relay of a host accepts. Default: as `behaviour` says. All hosts share the mailboxes. */
    set acceptOf(given: typeof acceptOf) {
      acceptOf = given
    },
    requests,
    acknowledged,
    stored: (topic: Topic) => (stored.get(topic) ?? []).map(({ delivery }) => delivery),
    topics: () => [...stored.keys()],
    connections: () => connections.size,
    /** The URLs that were asked for. */
    upgrades: () => upgrades,
    forgetUpgrades() {
      upgrades = []
    },
    createWebSocket(url: string): WebSocket {
      upgrades.push(url)
      const auth = new URL(url).searchParams.get('auth')
      const connection: Connection = {
        clientId: parseClientAuth(auth).clientId,
        topics: new Set(),
        socket: {
          onopen: null,
          onmessage: null,
          onerror: null,
          onclose: null,
          send(text) {
            queueMicrotask(() => {
              if (connections.has(connection)) onFrame(connection, text)
            })
          },
          close() {
            connections.delete(connection)
          },
        },
      }
      const accept = acceptOf(new URL(url).host)
      if (accept === 'yes') {
        queueMicrotask(() => {
          connections.add(connection)
          connection.socket.onopen?.()
        })
      } else if (accept !== 'absent') {
        queueMicrotask(() => connection.socket.onclose?.(accept))
      }
      return connection.socket as unknown as WebSocket
    },
    /** Closes every socket, as a network does. */
    cut(): void {
      for (const connection of [...connections]) {
        connections.delete(connection)
        connection.socket.onclose?.({ code: 1006, reason: '' })
      }
    },
    /** Publishes as a third client that holds the key. */
    publish(topic: Topic, symKey: string, payload: unknown, tag = 0): void {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
      const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
      const message = sealEnvelope(text, { symKey: hexToBytes(symKey) }, randomBytes)
      store('somebody', topic, message, tag)
    },
    /** Publishes what no key opens. */
    publishRaw(topic: Topic, message: string): void {
      store('somebody', topic, message, 0)
    },
  }
}
