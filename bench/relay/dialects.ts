import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { formatClientAuth, formatClientId } from '@hawser/wire'
import { generate } from 'mqtt-packet'
import { formatFrame, opcodes } from './frames.ts'

export const dialectNames = ['irn', 'fanout', 'mqtt'] as const
export type DialectName = (typeof dialectNames)[number]

/** The meaning of a server's frame for the load. */
export type Meaning =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer' }
  | { readonly kind: 'delivery'; readonly number: number; readonly ack: Buffer | undefined }

/** How the load talks to one kind of server. Each dialect does the same work, in whole and masked frames. */
export type Dialect = {
  /** Returns the upgrade's path and headers, and the frames sent after it. A connection with a topic listens on it. */
  greet(topic: string | undefined): {
    readonly path: string
    readonly headers: readonly string[]
    readonly frames: readonly Buffer[]
    /** How many `ready` frames follow. */
    readonly readyCount: number
  }
  publish(topic: string, number: number): Buffer
  /** @throws when the server refused a request */
  read(payload: Buffer): Meaning
  /** Whether the server answers a publish. */
  readonly isAnswered: boolean
}

const numberDigits = 12
// The rest of 1 KiB. All messages share this text, because the number before it makes each message different.
const filler = randomBytes(1024)
  .toString('base64')
  .slice(0, 1024 - numberDigits)
const messageOf = (number: number) => String(number).padStart(numberDigits, '0') + filler
const frameOf = (text: string) => formatFrame(opcodes.text, Buffer.from(text, 'latin1'))

export function createDialect(name: DialectName, ttlSeconds: number): Dialect {
  if (name === 'irn') return createIrnDialect(ttlSeconds)
  return name === 'mqtt' ? createMqttDialect() : createFanoutDialect()
}

/** Creates the dialect of the relay protocol, as official clients speak it. */
function createIrnDialect(ttlSeconds: number): Dialect {
  let lastId = 1_795_208_116_000
  const nextId = () => {
    lastId += 1
    return `"${lastId}000000"`
  }
  const request = (method: string, params: string) =>
    frameOf(`{"id":${nextId()},"jsonrpc":"2.0","method":"${method}","params":{${params}}}`)
  return {
    isAnswered: true,
    greet: (topic) => ({
      path: `/?auth=${createToken()}&projectId=0123&ua=wc-2/js-2.21.8`,
      headers: [],
      frames: topic === undefined ? [] : [request('irn_subscribe', `"topic":"${topic}"`)],
      readyCount: topic === undefined ? 0 : 1,
    }),
    publish: (topic, number) =>
      request(
        'irn_publish',
        `"topic":"${topic}","message":"${messageOf(number)}","ttl":${ttlSeconds},"tag":1108,"prompt":false`,
      ),
    read(payload) {
      if (payload.length < 1024) {
        if (payload.includes('"error":')) throw new Error(`The server refused: ${payload.toString()}`)
        return { kind: payload.includes('"result":true') ? 'answer' : 'ready' }
      }
      const start = payload.indexOf('"message":"') + '"message":"'.length
      const idToken = payload.toString('latin1', '{"id":'.length, payload.indexOf(','))
      const number = Number(payload.toString('latin1', start, start + numberDigits))
      return { kind: 'delivery', number, ack: frameOf(`{"id":${idToken},"jsonrpc":"2.0","result":true}`) }
    },
  }
}

function createToken(): string {
  // The PKCS #8 form of an ed25519 key is this prefix and a seed (RFC 8410). generateKeyPairSync with a JWK export does not
  // work: Node 20 hangs for ever when a garbage collection interrupts it.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), randomBytes(32)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const issuedAtSeconds = Math.floor(Date.now() / 1000)
  const claims = {
    clientId: formatClientId(publicKey),
    subject: randomBytes(32).toString('hex'),
    audience: 'ws://127.0.0.1',
    issuedAtSeconds,
    expiresAtSeconds: issuedAtSeconds + 86_400,
  }
  return formatClientAuth(claims, (bytes) => new Uint8Array(sign(null, bytes, key)))
}

/** Creates the dialect in which every listener gets the same bytes: no ids, no answers, no acks. */
function createFanoutDialect(): Dialect {
  const frame = (kind: 'S' | 'P', topic: string, text: string) =>
    formatFrame(opcodes.binary, Buffer.from(kind + topic + text, 'latin1'))
  return {
    isAnswered: false,
    greet: (topic) => ({
      path: '/',
      headers: [],
      frames: topic === undefined ? [] : [frame('S', topic, '')],
      readyCount: topic === undefined ? 0 : 1,
    }),
    publish: (topic, number) => frame('P', topic, messageOf(number)),
    read: (payload) =>
      payload.length < 1024
        ? { kind: 'ready' }
        : { kind: 'delivery', number: Number(payload.toString('latin1', 65, 65 + numberDigits)), ack: undefined },
  }
}

const mqttTypes = { connack: 2, publish: 3, puback: 4, suback: 9 } as const

/** Creates the dialect of MQTT 3.1.1 with QoS 1 both ways and one packet per frame, as mosquitto sends them. */
function createMqttDialect(): Dialect {
  let lastMessageId = 0
  const nextMessageId = () => {
    lastMessageId = (lastMessageId % 65_535) + 1
    return lastMessageId
  }
  return {
    isAnswered: true,
    greet: (topic) => {
      const connect = generate({ cmd: 'connect', clientId: randomBytes(10).toString('hex'), clean: true, keepalive: 0 })
      const subscriptions = [{ topic: topic ?? '', qos: 1 as const }]
      const subscribe = generate({ cmd: 'subscribe', messageId: nextMessageId(), subscriptions })
      const packets = topic === undefined ? [connect] : [connect, subscribe]
      return {
        path: '/mqtt',
        headers: ['Sec-WebSocket-Protocol: mqtt'],
        frames: packets.map((packet) => formatFrame(opcodes.binary, packet)),
        readyCount: packets.length,
      }
    },
    publish: (topic, number) => {
      const flags = { cmd: 'publish', qos: 1, dup: false, retain: false } as const
      const packet = generate({ ...flags, topic, messageId: nextMessageId(), payload: messageOf(number) })
      return formatFrame(opcodes.binary, packet)
    },
    read(payload) {
      const type = (payload[0] ?? 0) >> 4
      if (type === mqttTypes.connack || type === mqttTypes.suback) return { kind: 'ready' }
      if (type === mqttTypes.puback) return { kind: 'answer' }
      if (type !== mqttTypes.publish || payload.length < 1024)
        throw new Error(`The MQTT server sent a packet of type ${type}.`)
      // Fixed header, two bytes of remaining length, topic with its length, message id, message.
      const idStart = 3 + 2 + payload.readUInt16BE(3)
      const number = Number(payload.toString('latin1', idStart + 2, idStart + 2 + numberDigits))
      const ack = Buffer.from([0x40, 2, payload[idStart] ?? 0, payload[idStart + 1] ?? 0])
      return { kind: 'delivery', number, ack: formatFrame(opcodes.binary, ack) }
    },
  }
}
