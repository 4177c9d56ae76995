import { isNight, volume } from '@hawser/test-kit/night'
import { chooseSeed, createRandom, type Random } from '@hawser/test-kit/random'
import { formatPairingUri, InvalidPairingUriError, parsePairingUri } from '@hawser/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'

const count = volume(10_000_000, 30_000)
const seed = chooseSeed('Z-3')
// Capturing a stack for each refusal would cost more than everything else.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

const methodNames = ['wc_sessionPropose', 'wc_sessionAuthenticate', 'wc_authRequest'] as const
const hex = (random: Random) => random.bytes(32).toString('hex')

/** Creates a pairing as our dapps do. */
function createPairing(random: Random) {
  return {
    topic: hex(random),
    symKey: hex(random),
    expiresAt: random.chance(0.2) ? undefined : random.word() * 1000,
    methods: methodNames.slice(0, random.integer(methodNames.length + 1)),
  }
}

const characters = '0123456789abcdefABCDEFGw:@?&=%+/-_[],. \n\0éß\u202e\ud800'
const characterOf = (random: Random) => characters.charAt(random.integer(characters.length))
const splice = (text: string, at: number, dropped: number, put: string) =>
  text.slice(0, at) + put + text.slice(at + dropped)

type Change = (random: Random, uri: string) => string
const changes: readonly [Change, ...Change[]] = [
  (random, uri) => splice(uri, random.integer(uri.length), 1, characterOf(random)),
  (random, uri) => splice(uri, random.integer(uri.length), random.integer(6), characterOf(random)),
  (random, uri) => uri.slice(0, random.integer(uri.length)),
  (random, uri) => uri.slice(random.integer(uri.length)),
  // Repeats a parameter with another value, before or after the original.
  (random, uri) => {
    const name = random.pick(['symKey', 'relay-protocol', 'expiryTimestamp', 'methods', 'relay-data', '__proto__'])
    const value = random.pick([hex(random), 'irn', '-1', '1e99', '[[[],', '%ff%fe', '9'.repeat(random.integer(4096))])
    return random.chance(0.5) ? `${uri}&${name}=${value}` : uri.replace('?', `?${name}=${value}&`)
  },
  (random, uri) => uri.replace('@2', `@${random.pick(['1', '3', '02', '2 ', '', '2'.repeat(20)])}`),
  (random, uri) =>
    uri.replace('wc:', random.pick(['wc://', 'WC:', 'wc:?', 'wc%3A', 'wc%3a%', 'https://', 'd2M6', 'wc:\n'])),
  (random, uri) =>
    splice(encodeURIComponent(uri.toWellFormed()), random.integer(uri.length), random.integer(3), characterOf(random)),
  (random, uri) =>
    splice(Buffer.from(uri).toString('base64'), random.integer(uri.length), random.integer(3), characterOf(random)),
  (random, uri) => uri + characterOf(random).repeat(random.integer(4_200)),
  (random) => Array.from({ length: random.integer(40) }, () => characterOf(random)).join(''),
  (random) => `wc:${random.bytes(random.integer(200)).toString('latin1')}`,
]

/** Returns the fault of the value parsed from a text, if any. */
function fault(text: string, secret: string): string | undefined {
  try {
    const { topic, symKey, expiresAt, methods } = parsePairingUri(text)
    const isRight =
      /^[0-9a-f]{64}$/.test(topic) &&
      /^[0-9a-f]{64}$/.test(symKey) &&
      (expiresAt === undefined || (Number.isSafeInteger(expiresAt) && expiresAt >= 0)) &&
      methods.every((method) => method !== '' && !/[[\],]/.test(method))
    return isRight ? undefined : `accepted ${JSON.stringify(text)}`
  } catch (error) {
    if (!(error instanceof InvalidPairingUriError)) return `${error} of ${JSON.stringify(text)}`
    const { message } = error
    return message.includes(secret) || message.length > 160 ? `says ${message} of ${JSON.stringify(text)}` : undefined
  }
}

test(
  `Z-3: ${count} pairing links are read as written, or refused by our own error`,
  () => {
    const random = createRandom(seed)
    const faults = new Set<string>()
    let ours = 0
    let others = 0
    for (let link = 0; link < count; link += 1) {
      const pairing = createPairing(random)
      const uri = formatPairingUri(pairing)
      if (link % 5 === 0) {
        ours += 1
        const { topic, symKey, expiresAt, methods } = parsePairingUri(uri)
        const isSame =
          topic === pairing.topic &&
          symKey === pairing.symKey &&
          expiresAt === pairing.expiresAt &&
          methods.join() === pairing.methods.join()
        if (!isSame) faults.add(uri)
        continue
      }
      let text = random.pick(changes)(random, uri)
      if (random.chance(0.3)) text = random.pick(changes)(random, text || uri)
      const found = fault(text, pairing.symKey.slice(0, 12))
      if (found !== undefined) faults.add(found)
      else others += 1
    }
    expect([...faults].slice(0, 5)).toEqual([])
    expect([ours, others]).toEqual([count / 5, count - count / 5])
  },
  isNight ? 3_600_000 : 60_000,
)

/** Returns the shortest time of several runs, in milliseconds: a longer time comes from the machine. */
function quickest(text: string): number {
  const took = Array.from({ length: 20 }, () => {
    const startedAt = performance.now()
    fault(text, 'none')
    return performance.now() - startedAt
  })
  return Math.min(...took)
}

test('Z-3: four times the text takes no more than its share of time to read', () => {
  const uri = formatPairingUri(createPairing(createRandom(seed)))
  const fills = [
    ...['%', '%41', '&', '=', ',', '[', '],[', 'a', ' ', '\u202e', '@2?', '&amp;', '&amp'].map(
      (unit) => [`${uri}&methods=`, unit] as const,
    ),
    ...['wc:', 'wc:@', 'wc%3a', 'wc%3A%41', 'd2M6', 'd2M6AAAA', ' ', 'a:?uri=', '&uri='].map(
      (unit) => [unit, unit] as const,
    ),
    ...([
      ['d2M6', 'A'],
      ['wc:', '@'],
      [uri, '&symKey=a'],
      ['a:', '?uri='],
      ['a:?', '&'],
    ] as const),
  ]
  const slow = fills.filter(([head, unit]) => {
    const [quarter = 0, whole = 0] = [1_024, 4_096].map((length) =>
      quickest((head + unit.repeat(length)).slice(0, length)),
    )
    // Time that grows with the square of the length is 16 times as long.
    return whole > 12 * quarter || (isNight && whole >= 1)
  })
  expect(slow.map(([head, unit]) => [head.slice(0, 20), unit])).toEqual([])
})
