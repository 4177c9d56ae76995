import { BaseError, readReason } from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { captureNames, envelopesOf, readCapture } from '../client/captures.fixture.ts'
import { topicOf } from '../envelope/createPairing.ts'
import { openEnvelope } from '../envelope/envelope.ts'
import { hexToBytes } from '../envelope/keys.ts'
import { parseEventParams, parseExtendParams, parseUpdateParams } from '../session/sessionChanges.ts'
import { isWcMethod, routes } from './routes.ts'
import {
  formatAnswer,
  formatRequest,
  parseProposalParams,
  parseProposalResult,
  parseRequestParams,
  readSessionMessage,
} from './sessionMessage.ts'
import { parseSettleParams } from './settleParams.ts'

const readers: Partial<Record<string, (params: unknown) => unknown>> = {
  wc_sessionPropose: parseProposalParams,
  wc_sessionSettle: parseSettleParams,
  wc_sessionRequest: parseRequestParams,
  wc_sessionEvent: parseEventParams,
  wc_sessionUpdate: parseUpdateParams,
  wc_sessionExtend: parseExtendParams,
  wc_sessionDelete: readReason,
  wc_sessionPing: () => true,
}

// Without the recordings of sign-in, which has other messages.
describe.each(captureNames.filter((name) => !name.startsWith('oca-')))('%s', (name) => {
  const capture = readCapture(name)
  const envelopes = capture.frames.flatMap(envelopesOf)

  test('every envelope opens with the key of its topic and has readable text', async () => {
    expect(envelopes.length).toBeGreaterThan(0)
    for (const { message, topic, opened } of envelopes) {
      const symKey = hexToBytes(capture.symKeysByTopic[topic] ?? '')
      expect(await topicOf(symKey)).toBe(topic)
      const text = openEnvelope(message, symKey)
      expect(JSON.parse(text)).toEqual(opened)
      const parsed = await readSessionMessage(text)
      if (parsed.kind !== 'request') continue
      expect(isWcMethod(parsed.method)).toBe(true)
      expect(readers[parsed.method]).toBeDefined()
      expect(() => readers[parsed.method]?.(parsed.params)).not.toThrow()
    }
  })

  test('tags, times to live and prompts match the table', async () => {
    let checked = 0
    for (const frame of capture.frames) {
      const [envelope] = envelopesOf(frame)
      const { params } = frame.rpc
      if (frame.rpc.method !== 'irn_publish' || envelope === undefined || params === undefined) continue
      const parsed = await readSessionMessage(JSON.stringify(envelope.opened))
      if (parsed.kind !== 'request' || !isWcMethod(parsed.method)) continue
      checked += 1
      const { tag, prompt, ttlSeconds } = routes[parsed.method]
      // The TTL of a ping is this client's own: a ping that is not answered within its 30 seconds is of no use to a
      // phone a day later.
      const ttl = parsed.method === 'wc_sessionPing' ? params.ttl : ttlSeconds
      expect({ method: parsed.method, tag: params.tag, ttl: params.ttl, prompt: params.prompt === true }).toEqual({
        method: parsed.method,
        tag,
        ttl,
        prompt,
      })
    }
    expect(checked).toBeGreaterThan(/^happy/.test(name) ? 4 : -1)
  })
})

test('readSessionMessage undoes formatRequest and formatAnswer', async () => {
  const params = { a: [1, 'two', null] }
  expect(await readSessionMessage(formatRequest(7, 'wc_sessionPing', params))).toEqual({
    kind: 'request',
    id: 7,
    method: 'wc_sessionPing',
    params,
  })
  expect(await readSessionMessage(formatAnswer(7, { result: undefined }))).toEqual({
    kind: 'result',
    id: 7,
    result: null,
  })
  const reason = { code: 5000, message: 'User rejected.' }
  expect(await readSessionMessage(formatAnswer(7, { error: reason }))).toEqual({ kind: 'error', id: 7, reason })
  const reverted = { code: 3, message: 'execution reverted', data: `0x${'ab'.repeat(16_000)}` }
  expect(await readSessionMessage(formatAnswer(7, { error: reverted }))).toEqual({
    kind: 'error',
    id: 7,
    reason: reverted,
  })
  const inside = { ...reverted, data: { originalError: { code: 3, data: '0x08c379a0' } } }
  expect(await readSessionMessage(formatAnswer(7, { error: inside }))).toEqual({ kind: 'error', id: 7, reason: inside })
  // Unbounded data is left out: more than 32 KiB, or nested too deeply to be written again.
  const deep = `{"id":7,"error":{"code":5000,"message":"User rejected.","data":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`
  for (const text of [formatAnswer(7, { error: { ...reason, data: 'x'.repeat(32_768) } }), deep]) {
    expect(await readSessionMessage(text)).toEqual({ kind: 'error', id: 7, reason })
  }
})

test.each([
  ['no JSON', '{'],
  ['an array', '[]'],
  ['null', 'null'],
  ['no id', '{"method":"wc_sessionPing"}'],
  ['an id that is a word', '{"id":"one","result":true}'],
  ['an id beyond 2^53', '{"id":9007199254740993,"result":true}'],
  ['id 0', '{"id":0,"result":true}'],
  ['a method that is no text', '{"id":1,"method":{}}'],
])('readSessionMessage: refuses %s', async (_, text) => {
  await expect(readSessionMessage(text)).rejects.toMatchObject({ code: 'invalid_session_message' })
})

test.each([
  ['an error without a code', '{"id":1,"error":{"message":"Declined"}}', { code: 5000, message: 'Declined' }],
  [
    'a vague number with the protocol’s words',
    '{"id":1,"error":{"code":-32000,"message":"Invalid method."}}',
    { code: -32601, message: 'Invalid method.' },
  ],
  [
    'another vague number with them',
    '{"id":1,"error":{"code":-32603,"message":"Unsupported chains."}}',
    { code: -32601, message: 'Unsupported chains.' },
  ],
  ['neither method, result nor error', '{"id":1}', { code: -32603, message: '' }],
  ['a result in the prototype only', '{"id":1,"__proto__":{"result":true}}', { code: -32603, message: '' }],
])('F09b readSessionMessage: reads %s as a refusal', async (_, text, reason) => {
  expect(await readSessionMessage(text)).toEqual({ kind: 'error', id: 1, reason })
})

test('F09a readSessionMessage: a request with the fields of an answer is a request', async () => {
  const text = '{"id":"1","method":"wc_sessionPing","params":{},"result":null,"error":null}'
  expect(await readSessionMessage(text)).toEqual({ kind: 'request', id: 1, method: 'wc_sessionPing', params: {} })
})

const peer = {
  publicKey: 'a'.repeat(64),
  metadata: { name: 'n', description: 'd', url: 'https://a.example', icons: [] },
}

test('parseProposalParams: needs only the proposer, and keeps only texts of sessionProperties', () => {
  expect(parseProposalParams({ proposer: peer, sessionProperties: { a: 'b', c: 1 } })).toEqual({
    proposer: peer,
    requiredNamespaces: {},
    optionalNamespaces: {},
    expiresAt: undefined,
    sessionProperties: { a: 'b' },
  })
})

// Official clients ask only for the key of a peer.
test.each([[undefined], [null], ['Wallet'], [[]], [{}]])(
  'parsePeer: a peer whose metadata are %j has no name',
  (metadata) => {
    const unnamed = { publicKey: peer.publicKey, metadata: { name: '', description: '', url: '', icons: [] } }
    const namespaces = { eip155: { accounts: [`eip155:1:0x${'11'.repeat(20)}`], methods: [], events: [] } }
    const controller = { publicKey: peer.publicKey, ...(metadata !== undefined && { metadata }) }
    expect(parseSettleParams({ controller, namespaces, expiry: 1 }).controller).toEqual(unnamed)
    expect(parseProposalParams({ proposer: controller, optionalNamespaces: {} }).proposer).toEqual(unnamed)
  },
)

// reown-com/reown-rust#48: a wallet's clock in microseconds. Official clients take any number, and a text.
test.each<[string, unknown]>([
  ['seconds', 1_800_000_000],
  ['seconds as text', '1800000000'],
  ['seconds with a fraction', 1_800_000_000.75],
  ['seconds with a fraction as text', ' 1800000000.75 '],
  ['milliseconds', 1_800_000_000_250],
  ['milliseconds as text', '1800000000250'],
  ['milliseconds with a fraction', 1_800_000_000_250.5],
  ['microseconds', 1_800_000_000_250_000],
])('a time in %s is read, to the second', (_, time) => {
  const namespaces = { eip155: { accounts: [`eip155:1:0x${'11'.repeat(20)}`], methods: [], events: [] } }
  const request = { method: 'm', expiryTimestamp: time }
  expect([
    parseSettleParams({ controller: peer, namespaces, expiry: time }).expiresAt,
    parseExtendParams({ expiry: time }),
    parseProposalParams({ proposer: peer, expiryTimestamp: time }).expiresAt,
    parseRequestParams({ chainId: 'eip155:1', request }).expiresAt,
  ]).toEqual(new Array(4).fill(1_800_000_000_000))
})

test.each([undefined, null, '', 'soon', '1e9', '0x1', '-1', -1, Number.NaN, Number.POSITIVE_INFINITY, {}, [1], true])(
  'the time %j says nothing',
  (time) => {
    const namespaces = { eip155: { accounts: [`eip155:1:0x${'11'.repeat(20)}`], methods: [], events: [] } }
    expect(parseExtendParams({ expiry: time })).toBeUndefined()
    expect(parseProposalParams({ proposer: peer, expiryTimestamp: time }).expiresAt).toBeUndefined()
    expect(() => parseSettleParams({ controller: peer, namespaces, expiry: time })).toThrow('when it ends')
  },
)

// The Kotlin SDK's guide has "kotlin-wallet-wc:/request". Registries write "rainbow:" and "UvToken://".
test.each([
  ['quay:/request', 'quay://request'],
  ['quay:', 'quay://'],
  ['Quay://request', 'quay://request'],
  ['javascript:/alert(1)', undefined],
])('parsePeer: the redirect %s is %s', (native, read) => {
  const metadata = { ...peer.metadata, redirect: { native } }
  expect(parseProposalParams({ proposer: { ...peer, metadata } }).proposer.metadata.redirect?.native).toBe(read)
})

test('parsePeer: drops icons and redirects that could run code, and cuts long texts', () => {
  const metadata = {
    name: 'n'.repeat(300),
    description: 7,
    url: 'https://a.example',
    icons: ['https://a.example/i.png', 'javascript:alert(1)', 5, 'data:image/png;base64,AA==', 'data:text/html,x'],
    redirect: { native: 'javascript://x', universal: 'https://a.example/open', linkMode: true },
  }
  expect(parseProposalParams({ proposer: { ...peer, metadata } }).proposer.metadata).toEqual({
    name: 'n'.repeat(256),
    description: '',
    url: 'https://a.example',
    icons: ['https://a.example/i.png', 'data:image/png;base64,AA=='],
    redirect: { universal: 'https://a.example/open' },
  })
})

test('parsePeer: T-13 a peer’s texts cannot reorder or hide the words around them', () => {
  const metadata = { ...peer.metadata, name: 'Good\u202e evil\u200b\n', description: `a\u2066b${'x'.repeat(1020)}😀` }
  expect(parseProposalParams({ proposer: { ...peer, metadata } }).proposer.metadata).toMatchObject({
    name: 'Good evil',
    description: `ab${'x'.repeat(1020)}`,
  })
})

test.each<[string, () => unknown, number]>([
  ['a proposal without a proposer', () => parseProposalParams({}), 1006],
  ['a proposal with a short key', () => parseProposalParams({ proposer: { ...peer, publicKey: 'ab' } }), 1006],
  [
    'a proposal with empty chains',
    () =>
      parseProposalParams({ proposer: peer, optionalNamespaces: { eip155: { chains: [], methods: [], events: [] } } }),
    5100,
  ],
  ['a settlement without an end', () => parseSettleParams({ controller: peer, namespaces: {} }), 1005],
  ['a settlement without namespaces', () => parseSettleParams({ controller: peer, namespaces: {}, expiry: 1 }), 5000],
  ['an update that is no object', () => parseUpdateParams(null), 1003],
  ['a request without a method', () => parseRequestParams({ chainId: 'eip155:1', request: {} }), 1001],
  ['a request on no chain', () => parseRequestParams({ request: { method: 'm' } }), 3005],
  ['an event without a name', () => parseEventParams({ chainId: 'eip155:1', event: {} }), 1002],
])('refuses %s with its numbered reason', (_, parse, code) => {
  expect(parse).toThrow(expect.objectContaining({ reason: expect.objectContaining({ code }) }))
})

test.each([
  ['as sign-client and walletkit send it', { sessionConfig: { disableDeepLink: true } }, { disableDeepLink: true }],
  ['that says nothing', { sessionConfig: {} }, { disableDeepLink: false }],
  ['that is not of its form', { sessionConfig: { disableDeepLink: 'yes' } }, { disableDeepLink: false }],
  ['that is no object', { sessionConfig: true }, undefined],
  ['that is absent', {}, undefined],
])('parseSettleParams: a wallet’s opt-outs, %s', (_, given, read) => {
  const namespaces = { eip155: { accounts: [`eip155:1:0x${'11'.repeat(20)}`], methods: [], events: [] } }
  expect(parseSettleParams({ controller: peer, namespaces, expiry: 1, ...given }).sessionConfig).toEqual(read)
})

test('parseProposalResult: requires a key of 64 hex characters', () => {
  expect(parseProposalResult({ relay: {}, responderPublicKey: peer.publicKey })).toBe(peer.publicKey)
  for (const value of [null, true, {}, { responderPublicKey: 'AA' }]) {
    expect(() => parseProposalResult(value)).toThrow(expect.objectContaining({ code: 'invalid_session_message' }))
  }
})

test('every reader fails only with a code', async () => {
  const parsers = [...Object.values(readers), parseProposalResult]
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.json(), async (value, text) => {
      for (const parse of [...parsers.map((parser) => () => parser?.(value)), () => readSessionMessage(text)]) {
        try {
          await parse()
        } catch (error) {
          expect(error).toBeInstanceOf(BaseError)
        }
      }
    }),
    { numRuns: 500 },
  )
})
