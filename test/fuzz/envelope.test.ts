import { isNight, nightLimit, volume } from '@hawser/test-kit/night'
import { chooseSeed, createRandom, type Random } from '@hawser/test-kit/random'
import { type AuthenticationRequest, createCacao, formatRecap, recapOf } from '@hawser/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEnvelope, openSealed, parseEnvelope, sealEnvelope } from '../../packages/sign/src/envelope/envelope.ts'
import { bytesToHex, createKeyPair, deriveSymKey } from '../../packages/sign/src/envelope/keys.ts'
import { createWebCurves } from '../../packages/sign/src/envelope/webCurves.ts'
import { EnvelopeInvalidError, SharedSecretInvalidError } from '../../packages/sign/src/errors.ts'
import { createDeferreds } from '../../packages/sign/src/lifetime/deferred.ts'
import { requestAuthentication } from '../../packages/sign/src/proposer/requestAuthentication.ts'
import type { Context } from '../../packages/sign/src/session/context.ts'

const count = volume(10_000_000, 30_000)
const answers = volume(200_000, 500)
const timings = isNight ? 200_000 : 2_000

const seed = chooseSeed('Z-6')
// Capturing a stack for each refusal would cost more than everything else.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

const request = '{"id":1795208116403905,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}'
const bytesOf = (random: Random, length: number) => Uint8Array.from(random.bytes(length))

/** A topic with a key, the only sender allowed to seal for the topic in type 1, and the sealed messages. */
type Topic = { readonly symKey: Uint8Array; readonly sender: Uint8Array; readonly messages: readonly string[] }

function createTopic(random: Random, texts: readonly string[]): Topic {
  const [symKey, sender] = [bytesOf(random, 32), bytesOf(random, 32)]
  const randomBytes = (length: number) => bytesOf(random, length)
  const messages = texts.flatMap((text) => [
    sealEnvelope(text, { symKey }, randomBytes),
    sealEnvelope(text, { symKey, senderPublicKey: sender }, randomBytes),
  ])
  return { symKey, sender, messages }
}

/**
 * Opens a message as clients do: type 0 with the topic's key, type 1 with the key that belongs to the sender. For any other
 * sender the key is a different one.
 */
function open(message: string, { symKey, sender }: Topic): string {
  const envelope = parseEnvelope(message)
  const { senderPublicKey } = envelope
  if (senderPublicKey === undefined) return openEnvelope(message, symKey)
  const isSender = senderPublicKey.every((byte, index) => byte === sender[index])
  return new TextDecoder().decode(openSealed(envelope, isSender ? symKey : senderPublicKey))
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const characters = `${base64}=-_ \n\0é`
const splice = (text: string, at: number, dropped: number, put: string) =>
  text.slice(0, at) + put + text.slice(at + dropped)

type Forge = (random: Random, message: string, other: string) => string
const onBytes =
  (change: (bytes: Buffer, random: Random, other: Buffer) => Uint8Array): Forge =>
  (random, message, other) =>
    Buffer.from(change(Buffer.from(message, 'base64'), random, Buffer.from(other, 'base64'))).toString('base64')
/** Changes that make a message malformed, so that the reader refuses its form. */
const malformations: readonly [Forge, ...Forge[]] = [
  (random, message) => splice(message, random.integer(message.length), 1, characters.charAt(random.integer(70))),
  (random, message) =>
    splice(message, random.integer(message.length), random.integer(4), characters.charAt(64 + random.integer(6))),
  (random, message) => message.slice(0, random.integer(message.length)),
  (_, message) => message.replace(/=+$/, ''),
  (random, message) => `${message}${characters.charAt(random.integer(70))}`,
  // Base64 that a lenient reader decodes to the same bytes.
  (random, message) => message.replace(/.(?==+$)/, () => base64.charAt(random.integer(64))),
  onBytes((bytes, random) => Uint8Array.from(bytes, (byte, index) => (index === 0 ? 2 + random.integer(254) : byte))),
  onBytes((bytes, random) => bytes.subarray(0, random.integer(29))),
]
/** Changes that break the seal. */
const forges: readonly [Forge, ...Forge[]] = [
  onBytes((bytes, random) => {
    const at = 1 + random.integer(bytes.length - 1)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(8))
    return bytes
  }),
  // Swaps type 0 and type 1.
  onBytes((bytes) => Uint8Array.from(bytes, (byte, index) => (index === 0 ? 1 - byte : byte))),
  // Takes the seal or the iv of another envelope.
  onBytes((bytes, _, other) => Buffer.concat([bytes.subarray(0, -16), other.subarray(-16)])),
  onBytes((bytes, _, other) => Buffer.concat([bytes.subarray(0, 1), other.subarray(1, 13), bytes.subarray(13)])),
  onBytes((bytes, random) => Buffer.concat([bytes.subarray(0, 13), random.bytes(bytes.length - 13)])),
  onBytes((bytes) => Buffer.concat([bytes.subarray(0, -16), Buffer.alloc(16)])),
  onBytes((bytes, random) => Buffer.concat([bytes, random.bytes(1 + random.integer(40))])),
  onBytes((bytes, random) => bytes.subarray(0, 29 + random.integer(Math.max(1, bytes.length - 29)))),
  // A message for another topic.
  (_, __, other) => other,
]

test(
  `Z-6: of ${count} forged envelopes of types 0, 1 and 2 none opens`,
  () => {
    const random = createRandom(seed)
    const topic = createTopic(random, [request, '{}', ''])
    const stranger = createTopic(random, [request, '[]'])
    const genuine = new Set(topic.messages)
    const [first = '', ...more] = topic.messages
    const opened = new Set<string>()
    const odd = new Set<string>()
    let costly = 0
    for (let forged = 0; forged < count; ) {
      const isCostly = random.chance(0.2)
      const forge = isCostly ? random.pick(forges) : random.pick(malformations)
      const message = forge(
        random,
        random.pick([first, ...more]),
        random.pick([stranger.messages[0] ?? '', ...stranger.messages]),
      )
      if (genuine.has(message)) continue
      forged += 1
      if (isCostly) costly += 1
      try {
        open(message, topic)
        opened.add(message)
      } catch (error) {
        if (!(error instanceof EnvelopeInvalidError)) odd.add(`${error} of ${message}`)
      }
    }
    expect([...opened].slice(0, 5)).toEqual([])
    expect([...odd].slice(0, 5)).toEqual([])
    // Most other messages are refused before a key is used.
    expect(costly).toBeGreaterThan(count / 10)
    for (const message of genuine) expect(open(message, topic)).toMatch(/^$|^[[{]/)
  },
  isNight ? 3_600_000 : 60_000,
)

const curves = createWebCurves(crypto.subtle)
const asked: AuthenticationRequest = {
  chains: ['eip155:1'],
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0123456789abcdef',
  issuedAt: '2026-11-20T20:00:00.000Z',
  methods: ['personal_sign'],
}

/**
 * Starts the only situation in which a client opens type 1: a dapp's sign-in request that waits for its answer, and a wallet's
 * answers.
 */
async function startAsking(random: Random) {
  const randomBytes = (length: number) => bytesOf(random, length)
  const [keys, wallet] = [await createKeyPair(curves, randomBytes), await createKeyPair(curves, randomBytes)]
  let receive: (message: string) => Promise<void> = () => Promise.reject(new Error('Nobody listens.'))
  const outcomes: string[] = []
  const done = Promise.resolve()
  const exchange: Partial<Context['exchange']> = {
    nextId: () => 7,
    async listen(_topic, take) {
      receive = take
    },
    open: () => done,
    send: () => done,
    close() {},
    seal: () => undefined,
    wait: () => createDeferreds().defer(),
  }
  const world = {
    exchange,
    records: { sessions: new Map() },
    curves: async () => curves,
    metadata: {},
    now: () => 1_795_208_116_000,
  }
  const draft = { id: 1, pairingTopic: '', requiredNamespaces: {}, optionalNamespaces: {}, expiresAt: 0 }
  await requestAuthentication(world as unknown as Context, {
    authentication: asked,
    draft,
    keys,
    properties: {},
    cacaos: { promise: new Promise(() => {}), resolve() {}, reject() {} },
    proposals: {
      get: () => undefined,
      isOpen: () => true,
      reject: (_, { code }) => void outcomes.push(code),
    },
    sessions: { add: () => void outcomes.push('settled') },
  })
  const symKey = await deriveSymKey(curves, wallet.privateKey, keys.publicKey)
  const signature = `0x${'11'.repeat(65)}`
  const accountId = `eip155:1:0x${'11'.repeat(20)}` as const
  const cacaos = [createCacao({ request: asked, accountId, signature, recap: formatRecap(recapOf(asked)) })]
  const metadata = { name: '', description: '', url: 'https://wallet.example', icons: [] }
  const result = { cacaos, responder: { publicKey: bytesToHex(wallet.publicKey), metadata } }
  const seal = (body: object) =>
    sealEnvelope(
      JSON.stringify({ id: 7, jsonrpc: '2.0', ...body }),
      { symKey, senderPublicKey: wallet.publicKey },
      randomBytes,
    )
  return {
    outcomes,
    receive: (message: string) => receive(message),
    approval: seal({ result }),
    refusal: seal({ error: { code: 5000, message: 'User rejected.' } }),
  }
}

// The points of small order, and equal numbers in the field (RFC 7748 §6.1, curve25519 FAQ).
const lowOrderPoints = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  ...['ec', 'ed', 'ee'].map((byte) => `${byte}${'ff'.repeat(30)}7f`),
] as const
const withSender = (change: (key: Buffer, random: Random) => Uint8Array): Forge =>
  onBytes((bytes, random) =>
    Buffer.concat([bytes.subarray(0, 1), change(bytes.subarray(1, 33), random), bytes.subarray(33)]),
  )
/** Changes that name another sender than the one who sealed the message. */
const senderForges: readonly [Forge, ...Forge[]] = [
  // The highest bit is no part of the number: with it flipped, the key is the same, written differently (below).
  withSender((key, random) => {
    const bit = random.integer(255)
    key[bit >> 3] = (key[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return key
  }),
  withSender((_, random) => Buffer.from(random.pick(lowOrderPoints), 'hex')),
  withSender((key, random) => {
    const point = Buffer.from(random.pick(lowOrderPoints), 'hex')
    point[31] = (point[31] ?? 0) | 0x80
    return random.chance(0.5) ? point : key.reverse()
  }),
  withSender((_, random) => random.bytes(32)),
]

/** Writes the wallet's key differently in the same envelope. */
const respelt = withSender((key) => Uint8Array.from(key, (byte, index) => (index === 31 ? byte ^ 0x80 : byte)))

test(
  `Z-6: accepts none of ${answers} forged answers to a request to sign in`,
  async () => {
    const random = createRandom(seed)
    const { outcomes, receive, approval, refusal } = await startAsking(random)
    const stranger = await startAsking(random)
    const written = (message: string) => [message, respelt(random, message, message)]
    const genuine = new Set([approval, refusal].flatMap(written))
    const odd = new Set<string>()
    const refused = new Map<string, number>()
    const tryOne = async (message: string) => {
      const error = await receive(message).then(
        () => undefined,
        (error: unknown) => error,
      )
      const isOurs = error instanceof EnvelopeInvalidError || error instanceof SharedSecretInvalidError
      if (isOurs) refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
      else odd.add(`${error} of ${message}`)
    }
    for (let forged = 0; forged < answers; ) {
      const batch: Promise<void>[] = []
      while (batch.length < 100) {
        const forge = random.pick([senderForges, senderForges, forges, malformations] as const)
        const message = random.pick(forge)(
          random,
          random.pick([approval, refusal]),
          random.pick([stranger.approval, stranger.refusal]),
        )
        if (!genuine.has(message)) batch.push(tryOne(message))
      }
      forged += batch.length
      await Promise.all(batch)
    }
    expect([[...odd].slice(0, 5), outcomes]).toEqual([[], []])
    expect(refused.get('shared_secret_invalid')).toBeGreaterThan(answers / 20)

    // An approval names its key, and is refused when the key is written differently. For a refusal the spelling makes no
    // difference.
    await receive(respelt(random, approval, approval)).catch(() => {})
    await receive(refusal)
    await receive(approval)
    expect(outcomes).toEqual(['invalid_cacao', 'proposal_rejected', 'settled'])
  },
  isNight ? 3_600_000 : 60_000,
)

test(
  `Z-6: timing does not show the fault of an envelope: |t| over ${timings}, < 4.5 at night`,
  () => {
    const random = createRandom(seed)
    const topic = createTopic(random, ['x'.repeat(200)])
    const [message = ''] = topic.messages
    const bytes = Buffer.from(message, 'base64')
    // Counted from the end: the first byte of the seal, its last byte, and the first byte of the sealed text.
    const places = [16, 1, 216] as const
    const took = new Map<number, number[]>(places.map((place) => [place, []]))
    for (let round = 0; round < timings * places.length; round += 1) {
      const place = random.pick(places)
      const wrong = Buffer.from(bytes)
      wrong[bytes.length - place] = (wrong[bytes.length - place] ?? 0) ^ 1
      // Each attempt gets a new string: a reused string keeps its place in memory, which affects its timing.
      const text = wrong.toString('base64')
      const startedAt = performance.now()
      try {
        openEnvelope(text, topic.symKey)
      } catch {
        took.get(place)?.push(performance.now() - startedAt)
      }
    }
    const [first = [], ...others] = places.map((place) => cropped(took.get(place) ?? []))
    const apart = others.map((other) => tOf(first, other))
    console.log(`Z-6: t ${apart.map((t) => t.toFixed(2)).join(', ')}`)
    for (const t of apart) expect(Math.abs(t)).toBeLessThan(nightLimit(4.5))
  },
  isNight ? 3_600_000 : 60_000,
)

/** Returns the values without the slowest tenth, which other work on the machine delayed. */
function cropped(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b).slice(0, Math.floor(values.length * 0.9))
}

/** Returns Welch's t of two samples. */
function tOf(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = (values: readonly number[]) => {
    const middle = mean(values)
    return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length
  }
  return (mean(one) - mean(other)) / Math.sqrt(spread(one) + spread(other))
}
