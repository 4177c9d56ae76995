import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { keepSecret } from '@hawser/test-kit/runLogs'
import { type ClientAuth, formatClientAuth, formatClientId, parseRelayFrame, type RelayFrame } from '@hawser/wire'
import { WebSocket } from 'ws'

/** A client's identity: an ed25519 key, as in official clients. */
export type TestIdentity = { readonly clientId: string; readonly sign: (bytes: Uint8Array) => Uint8Array }

export function createTestIdentity(seed: Uint8Array = randomBytes(32)): TestIdentity {
  // Not generateKeyPairSync with a JWK export: Node 20 hangs when it collects garbage during that.
  const privateKey = keyOfSeed(seed)
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    clientId: formatClientId(publicKey),
    sign: (bytes) => new Uint8Array(sign(null, bytes, privateKey)),
  }
}

function keyOfSeed(seed: Uint8Array): KeyObject {
  // PKCS #8 of an ed25519 key is this prefix and the seed (RFC 8410).
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/** Creates a JWT as official clients do, with claims to change. */
export function createTestToken(identity: TestIdentity, change: Partial<ClientAuth> = {}): string {
  const issuedAtSeconds = change.issuedAtSeconds ?? Math.floor(Date.now() / 1000)
  const claims = {
    clientId: identity.clientId,
    subject: randomBytes(32).toString('hex'),
    audience: 'ws://127.0.0.1',
    issuedAtSeconds,
    expiresAtSeconds: issuedAtSeconds + 86_400,
    ...change,
  }
  const token = formatClientAuth(claims, identity.sign)
  keepSecret('client id', identity.clientId)
  keepSecret('JWT', token)
  return token
}

export type Delivery = Extract<RelayFrame, { kind: 'delivery' }>
export type Answer = Exclude<RelayFrame, Delivery>

/** A bare client over `ws`: it sends on command, and keeps incoming frames in order. */
export type TestClient = {
  readonly clientId: string
  readonly socket: WebSocket
  /** Every frame received, raw. */
  readonly received: string[]
  /** Every push received. */
  readonly deliveries: Delivery[]
  /** Sends a request under a new id and resolves to its answer. */
  request(method: string, params: object): Promise<Answer>
  sendRaw(text: string): void
  acknowledge(delivery: Delivery): void
  /** The next frame not yet taken by `request` or `next`. */
  next(): Promise<string>
  /** The next push not yet taken by this call. */
  nextDelivery(): Promise<Delivery>
  /** Resolves when the relay has pushed everything it had to push, after a round trip through its mailbox. */
  settle(): Promise<void>
  readonly closed: Promise<{ code: number; reason: string }>
  close(): Promise<void>
}

export async function createTestClient(
  url: string,
  options: {
    readonly identity?: TestIdentity
    readonly acks?: boolean
    readonly autoPong?: boolean
    /** The client's address, as reported by a proxy in front of the relay. */
    readonly address?: string
  } = {},
): Promise<TestClient> {
  const identity = options.identity ?? createTestIdentity()
  const { autoPong = true } = options
  const socket = new WebSocket(`${url}/?auth=${createTestToken(identity)}&projectId=0123&ua=wc-2/js-2.21.8`, {
    autoPong,
    headers: options.address === undefined ? {} : { 'x-forwarded-for': options.address },
  })
  const received: string[] = []
  const deliveries: Delivery[] = []
  const answers = new Map<string, (answer: Answer) => void>()
  const frames = createQueue<string>()
  const pushes = createQueue<Delivery>()
  let count = 0

  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  const acknowledge = (delivery: Delivery) => socket.send(`{"id":${delivery.idToken},"jsonrpc":"2.0","result":true}`)
  const request = (method: string, params: object) => {
    count += 1
    const id = `17952081164${String(count).padStart(8, '0')}`
    return new Promise<Answer>((resolve, reject) => {
      answers.set(`"${id}"`, resolve)
      void closed.then(({ code }) => reject(new Error(`closed with ${code} before the answer`)))
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })
  }
  socket.on('error', () => {})
  socket.on('message', (raw) => {
    const text = raw.toString()
    received.push(text)
    if (text.startsWith('{"id":null')) return frames.put(text)
    const frame = parseRelayFrame(text)
    if (frame.kind === 'delivery') {
      deliveries.push(frame)
      pushes.put(frame)
      if (options.acks ?? true) acknowledge(frame)
      return
    }
    const answer = answers.get(frame.idToken)
    if (answer === undefined) return frames.put(text)
    answers.delete(frame.idToken)
    answer(frame)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  return {
    clientId: identity.clientId,
    socket,
    received,
    deliveries,
    request,
    sendRaw: (text) => socket.send(text),
    acknowledge,
    next: frames.take,
    nextDelivery: pushes.take,
    async settle() {
      // A fetch waits for the pushes in progress.
      await request('irn_batchFetchMessages', { topics: [randomBytes(32).toString('hex')] })
    },
    closed,
    async close() {
      socket.close(1000)
      await closed
    },
  }
}

function createQueue<T>(): { put(item: T): void; take(): Promise<T> } {
  const items: T[] = []
  const takers: ((item: T) => void)[] = []
  return {
    put(item) {
      const taker = takers.shift()
      if (taker === undefined) items.push(item)
      else taker(item)
    },
    take: () =>
      new Promise((resolve) => {
        const item = items.shift()
        if (item === undefined) takers.push(resolve)
        else resolve(item)
      }),
  }
}
