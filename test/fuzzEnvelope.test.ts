import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseSeed, createRandom, type Random } from '../packages/relay/src/random.conformance.ts'
import { openEnvelope, openSealed, parseEnvelope, sealEnvelope } from '../packages/sign/src/envelope.ts'
import { EnvelopeInvalidError } from '../packages/sign/src/errors.ts'

const isNightly = process.env.HAWSER_NIGHTLY === '1'
const count = isNightly ? 10_000_000 : 500_000
const timings = isNightly ? 200_000 : 10_000

const seed = chooseSeed('Z-6')
// A stack for each refusal would cost more than all else.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

const request = '{"id":1795208116403905,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}'
const bytesOf = (random: Random, length: number) => Uint8Array.from(random.bytes(length))

/** A topic with a key, the one sender who may seal for it in type 1, and what was sealed. */
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

/** As clients open it: type 0 on topics; type 1 with the key that goes with the sender's, which for any other is another. */
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
/** Refused by the look of the text. */
const malformations: readonly [Forge, ...Forge[]] = [
  (random, message) => splice(message, random.integer(message.length), 1, characters.charAt(random.integer(70))),
  (random, message) =>
    splice(message, random.integer(message.length), random.integer(4), characters.charAt(64 + random.integer(6))),
  (random, message) => message.slice(0, random.integer(message.length)),
  (_, message) => message.replace(/=+$/, ''),
  (random, message) => `${message}${characters.charAt(random.integer(70))}`,
  // Base64 that a lenient reader takes for the same bytes.
  (random, message) => message.replace(/.(?==+$)/, () => base64.charAt(random.integer(64))),
  onBytes((bytes, random) => Uint8Array.from(bytes, (byte, index) => (index === 0 ? 2 + random.integer(254) : byte))),
  onBytes((bytes, random) => bytes.subarray(0, random.integer(29))),
]
/** Refused by its seal. */
const forges: readonly [Forge, ...Forge[]] = [
  onBytes((bytes, random) => {
    const at = 1 + random.integer(bytes.length - 1)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(8))
    return bytes
  }),
  // Type 0 for type 1, and the other way round.
  onBytes((bytes) => Uint8Array.from(bytes, (byte, index) => (index === 0 ? 1 - byte : byte))),
  // The seal, or the iv, of another envelope.
  onBytes((bytes, _, other) => Buffer.concat([bytes.subarray(0, -16), other.subarray(-16)])),
  onBytes((bytes, _, other) => Buffer.concat([bytes.subarray(0, 1), other.subarray(1, 13), bytes.subarray(13)])),
  onBytes((bytes, random) => Buffer.concat([bytes.subarray(0, 13), random.bytes(bytes.length - 13)])),
  onBytes((bytes) => Buffer.concat([bytes.subarray(0, -16), Buffer.alloc(16)])),
  onBytes((bytes, random) => Buffer.concat([bytes, random.bytes(1 + random.integer(40))])),
  onBytes((bytes, random) => bytes.subarray(0, 29 + random.integer(Math.max(1, bytes.length - 29)))),
  // Meant for another topic.
  (_, __, other) => other,
]

test(
  `Z-6: of ${count} forged envelopes of types 0, 1 and 2 none opens, and each is refused by our own error`,
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
    // Most others never get as far as a key.
    expect(costly).toBeGreaterThan(count / 10)
    for (const message of genuine) expect(open(message, topic)).toMatch(/^$|^[[{]/)
  },
  isNightly ? 1_200_000 : 60_000,
)

test(
  `Z-6: where an envelope is wrong cannot be told by the time: |t| < 4.5 over ${timings} of each`,
  () => {
    const random = createRandom(seed)
    const topic = createTopic(random, ['x'.repeat(200)])
    const [message = ''] = topic.messages
    const flipped = (fromEnd: number) =>
      onBytes((bytes) => Uint8Array.from(bytes, (byte, index) => (index === bytes.length - fromEnd ? byte ^ 1 : byte)))(
        random,
        message,
        message,
      )
    // The first byte of the seal, its last, and the first of what is sealed.
    const wrongs = [flipped(16), flipped(1), flipped(216)] as const
    const took = new Map<string, number[]>(wrongs.map((wrong) => [wrong, []]))
    for (let round = 0; round < timings * wrongs.length; round += 1) {
      const wrong = random.pick(wrongs)
      const startedAt = performance.now()
      try {
        openEnvelope(wrong, topic.symKey)
      } catch {
        took.get(wrong)?.push(performance.now() - startedAt)
      }
    }
    const [first = [], ...others] = wrongs.map((wrong) => cropped(took.get(wrong) ?? []))
    const apart = others.map((other) => tOf(first, other))
    console.log(`Z-6: t ${apart.map((t) => t.toFixed(2)).join(', ')}`)
    for (const t of apart) expect(Math.abs(t)).toBeLessThan(4.5)
  },
  isNightly ? 600_000 : 60_000,
)

/** Without the slowest tenth: what the machine did meanwhile. */
function cropped(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b).slice(0, Math.floor(values.length * 0.9))
}

/** Welch's t of two samples. */
function tOf(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = (values: readonly number[]) => {
    const middle = mean(values)
    return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length
  }
  return (mean(one) - mean(other)) / Math.sqrt(spread(one) + spread(other))
}
