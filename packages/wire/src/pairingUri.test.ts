import { readFileSync } from 'node:fs'
import { runs } from '@hawser/test-kit/night'
import { base64 } from '@scure/base'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { formatPairingUri, InvalidPairingUriError } from './formatPairingUri.ts'
import { parsePairingUri } from './pairingUri.ts'

const topic = '7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'
const symKey = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=1705667684`

const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const pairing = fc.record({
  topic: hex32,
  symKey: hex32,
  expiresAt: fc.option(
    fc.integer({ min: 0, max: 999_999_999_999 }).map((seconds) => seconds * 1000),
    { nil: undefined },
  ),
  methods: fc.array(fc.constantFrom('wc_sessionPropose', 'wc_sessionAuthenticate'), { maxLength: 3 }),
})

test('parsePairingUri: undoes formatPairingUri', () => {
  fc.assert(
    fc.property(pairing, (value) => {
      expect(parsePairingUri(formatPairingUri(value))).toEqual(value)
    }),
  )
})

// Published by WalletConnect: test/vectors/walletconnect/README.md.
const vectors: { uris: { uri: string; topic?: string }[] } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/walletconnect/walletconnect-v2-vectors.json', import.meta.url), 'utf8'),
)
test.each(vectors.uris)('parsePairingUri: reads the published URI %#', ({ uri: text }) => {
  const { topic: readTopic, symKey: readKey } = parsePairingUri(text)
  expect(text).toContain(`wc:${readTopic}@2`)
  expect(text).toContain(`symKey=${readKey}`)
})

const parsed = { topic, symKey, expiresAt: 1705667684000, methods: [] }
test.each([
  ['as written', uri],
  ['with another order of parameters', `wc:${topic}@2?expiryTimestamp=1705667684&symKey=${symKey}&relay-protocol=irn`],
  ['with wc://', uri.replace('wc:', 'wc://')],
  ['with unknown parameters', `${uri}&relay-data=00ff&utm_source=x`],
  ['percent-encoded', encodeURIComponent(uri)],
  ['percent-encoded but for its scheme', `wc:${encodeURIComponent(uri.slice('wc:'.length))}`],
  ['percent-encoded but for its scheme, with wc://', `wc://${encodeURIComponent(uri.slice('wc:'.length))}`],
  ['percent-encoded but for its topic', `wc:${topic}${encodeURIComponent(uri.slice('wc:'.length + topic.length))}`],
  ['in base64', base64.encode(new TextEncoder().encode(uri))],
  ['in base64 without padding', base64.encode(new TextEncoder().encode(uri)).replace(/=+$/, '')],
  ['with space around', `  ${uri}\n`],
  // WalletConnect/WalletConnectSwiftV2#869, #1248: the link that opens a wallet, with the URI encoded once, twice or not at all.
  ['percent-encoded up to its parameters', uri.replace(':', '%3A').replace('@', '%40')],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(uri))],
  ['in a wallet’s link', `https://wallet.example/wc?uri=${encodeURIComponent(uri)}`],
  ['in a wallet’s link, encoded twice', `wallet://wc?uri=${encodeURIComponent(encodeURIComponent(uri))}`],
  ['in a wallet’s link, as written', `wallet://wc?uri=${uri}`],
  ['in a wallet’s link, before a place in its page', `http://localhost/wc?a=b&uri=${encodeURIComponent(uri)}#top`],
  ['in a wallet’s link, beside others', `https://wallet.example/#/open?x=1&uri=${encodeURIComponent(uri)}&redirect=a`],
  ['in a link of the scheme wc', `wc://wc?uri=${encodeURIComponent(uri)}`],
  ['in a link of the scheme wc, as written', `wc:wc?uri=${uri}`],
  ['in a wallet’s link, under another name', `wallet://wc?url=${encodeURIComponent(uri)}`],
  ['in a wallet’s link, in its path', `https://wallet.example/open/${encodeURIComponent(uri)}`],
  ['in a wallet’s link, in its hash', `https://wallet.example/#${uri}`],
  ['in a wallet’s link, in base64', `https://t.me/wallet/app?startapp=${Buffer.from(uri).toString('base64url')}`],
  [
    'in a link within a link',
    `https://go.example/?to=${encodeURIComponent(`wallet://wc?uri=${encodeURIComponent(uri)}`)}&x=1`,
  ],
  ['in a wallet’s link, encoded up to its query', `wallet://wc?uri=${uri.replace(':', '%3A').replace('@', '%40')}`],
  [
    'in a wallet’s link, encoded up to its first parameter',
    `wallet://wc?uri=${uri.replace(':', '%3A').replace('@', '%40').replace('?', '%3F')}`,
  ],
  [
    'in a wallet’s link, before another in its hash',
    `https://w.example/?uri=${uri}#${encodeURIComponent(uri.replace(topic, symKey))}`,
  ],
  [
    'in a wallet’s link, after another',
    `https://w.example/?back=${encodeURIComponent(uri.replace(topic, symKey))}&uri=${encodeURIComponent(uri)}`,
  ],
  ['that ends in nanoseconds', uri.replace('1705667684', '1705667684567890123')],
  ['in an Android intent', `intent://wc?uri=${encodeURIComponent(uri)}#Intent;package=app.example;end`],
  ['before a place in a page', `${uri}#/connect`],
  ['before an empty place', `${uri}#`],
  ['that ends within a second', uri.replace('1705667684', '1705667684.5')],
  ['with its scheme in capitals', uri.replace('wc:', 'WC:')],
  ['with the ampersands of HTML', uri.replaceAll('&', '&amp;')],
  ['that ends in milliseconds', uri.replace('1705667684', '1705667684567')],
  ['that ends in microseconds', uri.replace('1705667684', '1705667684567890')],
])('parsePairingUri: reads a URI %s', (_, text) => {
  expect(parsePairingUri(text)).toEqual(parsed)
})

test.each(['', 'undefined', 'null', 'NaN'])(
  'parsePairingUri: an end of "%s" is not an end, and the rest counts',
  (end) => {
    expect(parsePairingUri(uri.replace('1705667684', end))).toEqual({ ...parsed, expiresAt: undefined })
  },
)

test('parsePairingUri: reads the methods of a one-tap link and of the nested form', () => {
  expect(parsePairingUri(`${uri}&methods=wc_sessionAuthenticate`).methods).toEqual(['wc_sessionAuthenticate'])
  expect(
    parsePairingUri(`${uri}&methods=[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]`).methods,
  ).toHaveLength(3)
})

// WalletConnect/WalletConnectFlutterV2#30.
test.each([
  'methods=["wc_sessionPropose","wc_sessionAuthenticate"]',
  "methods=['wc_sessionPropose','wc_sessionAuthenticate']",
  `methods=${encodeURIComponent('["wc_sessionPropose", "wc_sessionAuthenticate"]')}`,
  'methods=wc_sessionPropose wc_sessionAuthenticate',
])('parsePairingUri: reads %s', (methods) => {
  expect(parsePairingUri(`${uri}&${methods}`).methods).toEqual(['wc_sessionPropose', 'wc_sessionAuthenticate'])
})

// valora-xyz/wallet#3981: dapps open a wallet for a request with a link that looks almost like a pairing.
test.each([
  `wc:${topic}@2/wc?requestId=1689982777723210&sessionTopic=${symKey}`,
  `wc:${topic}@2?requestId=1689982777723210&sessionTopic=${symKey}`,
  `wallet://wc?requestId=1689982777723210&sessionTopic=${symKey}`,
  `https://wallet.example/wc?sessionTopic=${symKey}&requestId=1`,
])('parsePairingUri: says that a link leads to a request of a session, %#', (link) => {
  expect(() => parsePairingUri(link)).toThrow('A link with "sessionTopic" opens a request of a session')
})

test.each([
  undefined,
  null,
  42,
  `https://wallet.example/wc?uri=`,
  `https://wallet.example/wc?uri=https%3A%2F%2Fa.example`,
  `wallet://wc?url=${encodeURIComponent('https://a.example')}`,
  {},
  '',
  'wc:',
  'https://example.org',
  `wc:${topic}@1?bridge=https%3A%2F%2Fbridge.example&key=${symKey}`,
  uri.replace('irn', 'waku'),
  uri.replace(symKey, 'abc'),
  uri.replace(symKey, symKey.toUpperCase()),
  uri.replace(topic, topic.slice(1)),
  uri.replace('1705667684', 'soon'),
  uri.replace('1705667684', '-1'),
  uri.replace('1705667684', '1705667684abc'),
  uri.replace('1705667684', '9'.repeat(40)),
  `wc:${topic}@2`,
  `wc:${topic}@2?symKey=${symKey}`,
  `wc%3A%`,
  `d2M6${'!'.repeat(10)}`,
  'x'.repeat(5000),
])('parsePairingUri: refuses bad input %#', (text) => {
  expect(() => parsePairingUri(text)).toThrow(InvalidPairingUriError)
})

test('parsePairingUri: reads a pairing or throws an error without the key, for any input', () => {
  const mutated = fc
    .tuple(fc.nat(uri.length), fc.nat(4), fc.string({ unit: 'binary', maxLength: 4 }))
    .map(([at, count, text]) => uri.slice(0, at) + text + uri.slice(at + count))
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string({ unit: 'binary' })), (text) => {
      try {
        expect(parsePairingUri(text).symKey).toMatch(/^[0-9a-f]{64}$/)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidPairingUriError)
        expect(String(error)).not.toContain(symKey.slice(0, 16))
      }
    }),
    { numRuns: runs(5000) },
  )
})

test.each(['a&b=c', 'a,b', 'a b', '%61', 'a#b', '\ud800', '', 'x'.repeat(65)])(
  'writes a method named %j into no link, and drops it from one that has it',
  (name) => {
    const methods = ['wc_sessionPropose', name]
    expect(() => formatPairingUri({ topic, symKey, expiresAt: undefined, methods })).toThrow(InvalidPairingUriError)
    const read = parsePairingUri(`${uri}&methods=wc_sessionPropose,${encodeURIComponent(name.toWellFormed())}`).methods
    expect(read.filter((method) => !/^\w+$/.test(method))).toEqual([])
  },
)

// reown-com/reown-walletkit-js#70: React Native's `URLSearchParams` throws "not implemented".
test.each([
  ['get throws', { get: () => fail() }],
  ['has no methods', {}],
])('F31b parsePairingUri: works where URLSearchParams %s', (_, prototype) => {
  vi.stubGlobal(
    'URLSearchParams',
    Object.assign(() => fail(), { prototype }),
  )
  vi.stubGlobal('TextDecoder', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const text of [uri, Buffer.from(uri).toString('base64'), encodeURIComponent(uri)]) {
    expect(parsePairingUri(text)).toMatchObject({ topic, symKey, expiresAt: 1_705_667_684_000 })
  }
})

test.each([
  ['the first of two values', `wc:${topic}@2?symKey=${symKey}&symKey=x&relay-protocol=irn`],
  ['an escaped value', `wc:${topic}@2?symKey=${symKey}&relay-protocol=%69rn`],
  ['an escaped name', `wc:${topic}@2?sym%4Bey=${symKey}&relay-protocol=irn`],
  ['an empty part', `wc:${topic}@2?&symKey=${symKey}&&relay-protocol=irn&`],
  ['a name without a value', `wc:${topic}@2?symKey=${symKey}&relay-protocol=irn&flag`],
])('F31b parsePairingUri: reads %s as URLSearchParams does', (_, text) => {
  expect(parsePairingUri(text)).toEqual({ topic, symKey, expiresAt: undefined, methods: [] })
})

function fail(): never {
  throw new Error('not implemented')
}
