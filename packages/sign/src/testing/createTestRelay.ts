import {
  formatDelivery,
  formatIrnResult,
  type IrnDelivery,
  type IrnPublish,
  type IrnRequest,
  parseClientAuth,
  parseClientFrame,
  type Topic,
} from '@hawser/wire'
import { sealEnvelope } from '../envelope/envelope.ts'
import { hexToBytes } from '../envelope/hex.ts'
import { digitsOf } from '../socket/requestId.ts'
import { createTestSocket, type TestSocket } from './testSocket.ts'

/** A new socket opens, never opens, or closes at once with this code. */
export type TestRelayAcceptance = 'yes' | 'absent' | { readonly code: number; readonly reason: string }

/** A test's controls over the relay. Replace a member to change what happens from then on. */
export type TestRelayBehaviour = {
  /** How the relay treats a new socket, for all hosts or per host. Default `yes`. All hosts share the mailboxes. */
  accept: TestRelayAcceptance | ((host: string) => TestRelayAcceptance)
  /**
   * How the relay treats a request: it does and answers it, ignores it, does it without an answer, closes the
   * connection, or refuses it with this code. Default `yes`.
   */
  answer(
    method: string,
    clientId: string,
  ): 'yes' | 'no' | 'lost' | 'close' | { readonly code: number; readonly message?: string; readonly data?: string }
  /**
   * How the relay writes ids: as clients sent them, or always with or without quotes. If ids are bare, the relay's own
   * pushes use ids beyond 2^53. Default `asSent`.
   */
  ids: 'asSent' | 'quoted' | 'bare'
  /** Whether a message stays in its mailbox after its first acknowledgement. Default: false. */
  keeps: boolean
  /** Whether a client receives its own publishes. Default: false. */
  echoes: boolean
  /** Takes every message on its way to a client: forwards it, changed or not, now or later, twice or never. */
  push(delivery: IrnDelivery, forward: (delivery: IrnDelivery) => void, forwardText: (text: string) => void): void
}

/** One request of a client, as it arrived. */
export type TestRelayRequest = { readonly clientId: string; readonly method: string; readonly text: string }

/** A relay in memory: mailboxes by topic, on sockets that a test can refuse, delay and cut. */
export type TestRelay = {
  readonly behaviour: TestRelayBehaviour
  /** Pass it to `createDappClient`, `createSignClient`, `createLinker` or `createTestWallet`. Any URL reaches this relay. */
  createWebSocket(url: string): WebSocket
  /**
   * Closes every socket, as a network does, or as a relay does with a code and a reason. A client may reconnect at
   * once.
   */
  cut(code?: number, reason?: string): void
  /** Sends every client an unrequested text. */
  say(text: string): void
  /** Returns the number of open sockets. */
  connections(): number
  /** The requests of clients, in order. A test can empty the list. */
  readonly requests: TestRelayRequest[]
  /** The URLs that clients have connected to. */
  upgrades(): readonly string[]
  forgetUpgrades(): void
  /** The messages in a mailbox. */
  stored(topic: Topic): readonly IrnDelivery[]
  /** Every topic that received a message. */
  topics(): readonly Topic[]
  /** The messages that clients have acknowledged, in order. */
  readonly acknowledged: readonly string[]
  /**
   * Publishes as a third client that has the topic's key, 64 hex characters. A payload that is not a string is sent as
   * JSON.
   */
  publish(topic: Topic, symKey: string, payload: unknown, tag?: number): void
  /** Publishes an envelope that no key opens. */
  publishRaw(topic: Topic, message: string): void
}

// The first integer that a JavaScript number cannot represent.
const firstBareId = 2n ** 53n + 1n

type Connection = { readonly clientId: string; readonly socket: TestSocket; readonly topics: Set<Topic> }

/**
 * Creates a relay in memory, for tests of code that uses a relay. The relay opens no port, and its messages do not
 * expire.
 * @param options - `now` returns the time at which messages are published
 * @example
 * const relay = createTestRelay()
 * const wallet = createTestWallet({ createWebSocket: relay.createWebSocket })
 */
export function createTestRelay(options: { readonly now?: () => number } = {}): TestRelay {
  const { now = Date.now } = options
  const connections = new Set<Connection>()
  const mailboxes = new Map<Topic, { readonly delivery: IrnDelivery; readonly from: string }[]>()
  const requests: TestRelayRequest[] = []
  const acknowledged: string[] = []
  const pushed = new Map<string, IrnDelivery>()
  let upgrades: string[] = []
  let sequence = 0
  const behaviour: TestRelayBehaviour = {
    accept: 'yes',
    answer: () => 'yes',
    ids: 'asSent',
    keeps: false,
    echoes: false,
    push: (delivery, forward) => forward(delivery),
  }

  function push({ socket }: Connection, delivery: IrnDelivery): void {
    const forward = (changed: IrnDelivery) => {
      sequence += 1
      const idToken = behaviour.ids === 'bare' ? String(firstBareId + BigInt(sequence)) : `"${sequence}"`
      pushed.set(idToken, delivery)
      socket.receive(formatDelivery(idToken, 'id', changed))
    }
    behaviour.push(delivery, forward, socket.receive)
  }

  function store(from: string, topic: Topic, message: string, tag: number): void {
    const mailbox = mailboxes.get(topic) ?? []
    mailboxes.set(topic, mailbox)
    if (mailbox.some(({ delivery }) => delivery.message === message)) return
    const delivery = { topic, message, tag, publishedAt: now(), attestation: '' }
    mailbox.push({ delivery, from })
    for (const connection of connections) {
      if ((behaviour.echoes || connection.clientId !== from) && connection.topics.has(topic)) push(connection, delivery)
    }
  }

  function subscribe(connection: Connection, topic: Topic): void {
    connection.topics.add(topic)
    for (const { delivery, from } of mailboxes.get(topic) ?? []) {
      if (behaviour.echoes || from !== connection.clientId) push(connection, delivery)
    }
  }

  function take(connection: Connection, request: IrnRequest): void {
    const { clientId, topics } = connection
    const publishes: IrnPublish[] = []
    const subscribed: Topic[] = []
    // Clients of `@hawser/sign` send no other requests.
    if (request.method === 'irn_publish') publishes.push(request.publish)
    if (request.method === 'wc_proposeSession') {
      publishes.push(request.proposal)
      subscribed.push(request.proposal.topic)
    }
    if (request.method === 'wc_approveSession') {
      publishes.push(request.settlement, request.response)
      subscribed.push(request.settlement.topic)
    }
    if (request.method === 'irn_subscribe') subscribed.push(request.topic)
    if (request.method === 'irn_batchSubscribe') subscribed.push(...request.topics)
    if (request.method === 'irn_unsubscribe') topics.delete(request.topic)
    for (const { topic, message, tag } of publishes) store(clientId, topic, message, tag)
    for (const topic of subscribed) subscribe(connection, topic)
  }

  function acknowledge(idToken: string): void {
    const { topic = '', message = '' } = pushed.get(idToken) ?? {}
    acknowledged.push(message)
    if (behaviour.keeps) return
    mailboxes.set(topic, mailboxes.get(topic)?.filter(({ delivery }) => delivery.message !== message) ?? [])
  }

  function lose(connection: Connection, code: number, reason = ''): void {
    connections.delete(connection)
    connection.socket.lose(code, reason)
  }

  function onFrame(connection: Connection, text: string): void {
    const frame = parseClientFrame(text)
    if (frame.kind === 'ack') acknowledge(frame.idToken)
    else onRequest(connection, frame.request, frame.idToken, text)
  }

  function onRequest(connection: Connection, request: IrnRequest, idToken: string, text: string): void {
    const { clientId, socket } = connection
    const { method } = request
    requests.push({ clientId, method, text })
    const answer = behaviour.answer(method, clientId)
    if (answer === 'close') lose(connection, 1008)
    const answerId = spellId(idToken, behaviour.ids)
    if (answer === 'yes') socket.receive(formatIrnResult(answerId, true))
    if (answer === 'yes' || answer === 'lost') take(connection, request)
    if (typeof answer === 'object') {
      const error = JSON.stringify({ message: 'no', ...answer })
      socket.receive(`{"id":${answerId},"jsonrpc":"2.0","error":${error}}`)
    }
  }

  return {
    behaviour,
    requests,
    acknowledged,
    stored: (topic) => (mailboxes.get(topic) ?? []).map(({ delivery }) => delivery),
    topics: () => [...mailboxes.keys()],
    connections: () => connections.size,
    upgrades: () => upgrades,
    forgetUpgrades() {
      upgrades = []
    },
    createWebSocket(url) {
      upgrades.push(url)
      const { host, searchParams } = new URL(url)
      const accept = typeof behaviour.accept === 'function' ? behaviour.accept(host) : behaviour.accept
      const { clientId } = parseClientAuth(searchParams.get('auth'))
      const socket = createTestSocket({
        url,
        onText: (text) => connections.has(connection) && onFrame(connection, text),
        onClose: () => connections.delete(connection),
      })
      const connection: Connection = { clientId, topics: new Set(), socket }
      queueMicrotask(() => {
        // Closed before it opened.
        if (socket.webSocket.readyState !== socket.webSocket.CONNECTING) return
        if (accept === 'yes') {
          connections.add(connection)
          socket.open()
        } else if (accept !== 'absent') socket.lose(accept.code, accept.reason)
      })
      return socket.webSocket
    },
    cut(code = 1006, reason = '') {
      for (const connection of [...connections]) lose(connection, code, reason)
    },
    say(text) {
      for (const { socket } of [...connections]) socket.receive(text)
    },
    publish(topic, symKey, payload, tag = 0) {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
      const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
      store('somebody', topic, sealEnvelope(text, { symKey: hexToBytes(symKey) }, randomBytes), tag)
    },
    publishRaw: (topic, message) => store('somebody', topic, message, 0),
  }
}

function spellId(idToken: string, spelling: TestRelayBehaviour['ids']): string {
  if (spelling === 'asSent') return idToken
  return spelling === 'bare' ? digitsOf(idToken) : `"${digitsOf(idToken)}"`
}
