import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidIrnFrameError } from '../errors.ts'
import { formatIrnError, formatIrnRequest, formatIrnResult } from './irn.ts'
import { parseClientFrame } from './parseClientFrame.ts'
import { irnLimits } from './parseFrame.ts'

const topic = 'a'.repeat(64)
const other = 'b'.repeat(64)
const id = '"1795208116403905123"'

function refusal(text: string): InvalidIrnFrameError {
  try {
    parseClientFrame(text)
  } catch (error) {
    if (error instanceof InvalidIrnFrameError) return error
    throw error
  }
  throw new Error(`accepted: ${text.slice(0, 80)}`)
}

const publish = { topic, message: 'AAAA', ttl: 300, tag: 1100, prompt: true }

test('parseClientFrame: reads a publish and ignores params it does not know', () => {
  const frame = parseClientFrame(formatIrnRequest(id, 'irn_publish', { ...publish, tvf: { correlationId: 1 } }))
  expect(frame).toEqual({
    kind: 'request',
    idToken: id,
    request: {
      method: 'irn_publish',
      publish: { topic, message: 'AAAA', ttlSeconds: 300, tag: 1100, prompt: true, attestation: '' },
    },
  })
})

test('parseClientFrame: reads both composite methods as the publishes they represent', () => {
  const propose = parseClientFrame(
    formatIrnRequest(id, 'wc_proposeSession', {
      pairingTopic: topic,
      sessionProposal: 'AA==',
      ttl: 300,
      correlationId: 1,
    }),
  )
  expect(propose).toMatchObject({
    request: { proposal: { topic, message: 'AA==', tag: 1100, ttlSeconds: 300, prompt: true } },
  })
  const approve = parseClientFrame(
    formatIrnRequest(id, 'wc_approveSession', {
      pairingTopic: topic,
      sessionTopic: other,
      sessionProposalResponse: 'AA==',
      sessionSettlementRequest: 'BB==',
      ttl: 300,
      approvedChains: ['eip155:1'],
    }),
  )
  expect(approve).toMatchObject({
    request: { response: { topic, tag: 1101 }, settlement: { topic: other, tag: 1102 } },
  })
})

test.each([
  ['a quoted id', '"1795208116403905123"'],
  ['a u64 beyond 2^53', '18446744073709551615'],
  ['a small number', '7'],
])('parseClientFrame: keeps %s as the same token', (_, token) => {
  const frame = parseClientFrame(
    `{ "jsonrpc":"2.0", "method":"irn_subscribe","params":{"id":1,"topic":"${topic}"},\n"id" : ${token} }`,
  )
  expect(frame.idToken).toBe(token)
  expect(formatIrnResult(frame.idToken, true)).toBe(`{"id":${token},"jsonrpc":"2.0","result":true}`)
})

test('parseClientFrame: finds the id among any other fields, with any names and texts', () => {
  const text = fc.oneof(fc.string({ unit: fc.constantFrom('"', '\\', 'id', ':', '{', ',', 'é') }), fc.constant('id'))
  const other = fc.tuple(text, fc.oneof(text, fc.array(text), fc.dictionary(text, text)))
  fc.assert(
    fc.property(fc.array(other), fc.array(other), fc.nat(), (before, after, number) => {
      const fields = (pairs: readonly (readonly [string, unknown])[]) =>
        pairs.map(([name, value]) => `${JSON.stringify(`x${name}`)}:${JSON.stringify(value)},`).join('')
      const frame = `{${fields(before)}"id":${number},${fields(after)}"jsonrpc":"2.0","result":true}`
      expect(parseClientFrame(frame).idToken).toBe(String(number))
    }),
  )
})

test('parseClientFrame: takes the last of two ids, as JSON.parse would, and an escaped key', () => {
  expect(parseClientFrame(`{"id":1,"jsonrpc":"2.0","result":true,"\\u0069d":2}`).idToken).toBe('2')
  expect(parseClientFrame(`{"id":5,"jsonrpc":"2.0","result":"\\"id\\":9"}`).idToken).toBe('5')
})

test('parseClientFrame: a result or an error is an ack', () => {
  expect(parseClientFrame(formatIrnResult('12', true))).toEqual({ kind: 'ack', idToken: '12' })
  expect(parseClientFrame('{"id":12,"jsonrpc":"2.0","error":{"code":1,"message":""}}')).toEqual({
    kind: 'ack',
    idToken: '12',
  })
})

const request = (method: unknown, params: unknown) => JSON.stringify({ id: 1, jsonrpc: '2.0', method, params })
const receipt = { topic, messageId: 'c'.repeat(64) }
const read = { topic, message: 'AAAA', ttlSeconds: 300, tag: 1100, prompt: true, attestation: '' }

test.each<[string, object, object]>([
  ['irn_publish', publish, { publish: read }],
  [
    'irn_batchPublish',
    { messages: [publish, { ...publish, topic: other }] },
    { publishes: [read, { ...read, topic: other }] },
  ],
  ['irn_subscribe', { topic }, { topic }],
  ['irn_subscribeBlocking', { topic }, { topic }],
  ['irn_batchSubscribe', { topics: [topic, other] }, { topics: [topic, other] }],
  ['irn_batchSubscribeBlocking', { topics: [topic, other] }, { topics: [topic, other] }],
  ['irn_unsubscribe', { topic, id: 'any text' }, { topic }],
  ['irn_batchUnsubscribe', { subscriptions: [{ topic, id: '' }, { topic: other }] }, { topics: [topic, other] }],
  ['irn_fetchMessages', { topic }, { topic }],
  ['irn_batchFetchMessages', { topics: [topic] }, { topics: [topic] }],
  ['irn_batchReceive', { receipts: [receipt, receipt] }, { receipts: [receipt, receipt] }],
  // relay_rpc/src/rpc/tests.rs
  ['irn_batchReceive', { receipts: [{ topic, message_id: receipt.messageId }] }, { receipts: [receipt] }],
  // WalletConnectSharp, RelayPublishParams: null for a field that it leaves out.
  ['irn_unsubscribe', { topic, id: null }, { topic }],
  [
    'irn_publish',
    { ...publish, tag: null, prompt: null, attestation: null },
    { publish: { ...read, tag: 0, prompt: false } },
  ],
])('parseClientFrame: reads %s, also under its older names', (method, params, expected) => {
  for (const prefix of ['irn_', 'iridium_', 'waku_']) {
    const frame = parseClientFrame(formatIrnRequest(id, method.replace('irn_', prefix), { ...params, unknown: [{}] }))
    expect(frame).toEqual({ kind: 'request', idToken: id, request: { method, ...expected } })
  }
})

test('parseClientFrame: reads 500 of a batch', () => {
  for (const [method, params] of [
    ['irn_batchPublish', { messages: Array(500).fill(publish) }],
    ['irn_batchSubscribe', { topics: Array(500).fill(topic) }],
    ['irn_batchUnsubscribe', { subscriptions: Array(500).fill({ topic }) }],
    ['irn_batchReceive', { receipts: Array(500).fill(receipt) }],
  ] as const)
    expect(parseClientFrame(request(method, params)).kind).toBe('request')
})

const composite = { sessionProposal: 'AA', sessionProposalResponse: 'AA', sessionSettlementRequest: 'AA', ttl: 300 }
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const framed = (params: string) => `{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":${params}}`

test.each<[string, string, number, string]>([
  ['no JSON', 'hello', -32600, 'Serialization'],
  ['an unfinished text', '{"id', -32600, 'Serialization'],
  ['nothing', '', -32600, 'Serialization'],
  ['an array', '[]', -32600, 'Serialization'],
  ['a number', '1', -32600, 'Serialization'],
  ['no id', '{"jsonrpc":"2.0","method":"irn_subscribe","params":{}}', -32600, 'InvalidRequestId'],
  ['a null id', '{"id":null,"jsonrpc":"2.0","method":"x","params":{}}', -32600, 'InvalidRequestId'],
  ['an object id', '{"id":{"id":1},"jsonrpc":"2.0","method":"x","params":{}}', -32600, 'InvalidRequestId'],
  ['a fraction id', '{"id":1.5,"jsonrpc":"2.0","method":"x","params":{}}', -32600, 'InvalidRequestId'],
  ['a giant id', `{"id":"${'9'.repeat(65)}","jsonrpc":"2.0","method":"x","params":{}}`, -32600, 'InvalidRequestId'],
  ['another version', '{"id":1,"jsonrpc":"1.0","method":"irn_subscribe","params":{}}', -32600, 'InvalidJsonRpcVersion'],
  ['no version', '{"id":1,"method":"irn_subscribe","params":{}}', -32600, 'InvalidJsonRpcVersion'],
  ['neither method nor result', '{"id":1,"jsonrpc":"2.0"}', -32600, 'InvalidMethod'],
  ['a method that is no text', request(7, {}), -32600, 'InvalidMethod'],
  ['a method of 65 characters', request('x'.repeat(65), {}), -32600, 'InvalidMethod'],
  ['an unknown method', request('irn_hello', {}), -32601, 'InvalidMethod'],
  ['an inherited method', request('toString', {}), -32601, 'InvalidMethod'],
  ['irn_watchRegister (T-98)', request('irn_watchRegister', { registerAuth: 'a.b.c' }), -32601, 'InvalidMethod'],
  ['irn_watchUnregister (T-98)', request('irn_watchUnregister', { unregisterAuth: 'a.b.c' }), -32601, 'InvalidMethod'],
  ['a push', request('irn_subscription', { id: 's', data: { topic, message: 'AA' } }), -32601, 'InvalidMethod'],
  ['no params', request('irn_subscribe', undefined), -32600, 'InvalidParams'],
  ['params in an array', request('irn_subscribe', [topic]), -32600, 'InvalidParams'],
  ['nine levels (T-94)', framed(`{"topic":"${topic}","x":${nested(7)}}`), -32600, 'InvalidParams'],
  ['a bomb (T-94)', framed(nested(200_000)), -32600, 'InvalidParams'],
  ['half a bomb (T-94)', '['.repeat(500_000), -32600, 'InvalidParams'],
  ...['irn_subscribe', 'irn_subscribeBlocking', 'irn_unsubscribe', 'irn_fetchMessages', 'irn_publish'].flatMap(
    (method): [string, string, number, string][] => [
      [`${method} of no topic`, request(method, {}), -32600, 'InvalidTopic'],
      [`${method} of a short topic`, request(method, { ...publish, topic: 'abc' }), -32600, 'InvalidTopic'],
      [`${method} of an upper-case topic`, request(method, { topic: topic.toUpperCase() }), -32600, 'InvalidTopic'],
    ],
  ),
  ['an inherited topic', framed(`{"__proto__":{"topic":"${topic}"}}`), -32600, 'InvalidTopic'],
  ...(
    [
      ['irn_batchPublish', 'messages', publish],
      ['irn_batchSubscribe', 'topics', topic],
      ['irn_batchSubscribeBlocking', 'topics', topic],
      ['irn_batchFetchMessages', 'topics', topic],
      ['irn_batchUnsubscribe', 'subscriptions', { topic }],
      ['irn_batchReceive', 'receipts', receipt],
    ] as const
  ).flatMap(([method, name, item]): [string, string, number, string][] => [
    [`${method} of nothing`, request(method, {}), -32600, 'InvalidParams'],
    [`${method} of an object`, request(method, { [name]: { 0: item } }), -32600, 'InvalidParams'],
    [`${method} of none`, request(method, { [name]: [] }), -32600, 'BatchEmpty'],
    [`${method} of 501`, request(method, { [name]: Array(501).fill(item) }), -32600, 'BatchLimitExceeded'],
    [
      `${method} of one that is none`,
      request(method, { [name]: [item, null] }),
      -32600,
      name === 'topics' ? 'InvalidTopic' : 'InvalidParams',
    ],
    [
      `${method} of a bad topic`,
      request(method, { [name]: [item, name === 'topics' ? 'abc' : { ...receipt, ...publish, topic: 'abc' }] }),
      -32600,
      'InvalidTopic',
    ],
  ]),
  ['a subscription id that is no text', request('irn_unsubscribe', { topic, id: 7 }), -32600, 'InvalidSubscriptionId'],
  [
    'a batch with a giant subscription id',
    request('irn_batchUnsubscribe', { subscriptions: [{ topic, id: 'x'.repeat(129) }] }),
    -32600,
    'InvalidSubscriptionId',
  ],
  ['a receipt of no message', request('irn_batchReceive', { receipts: [{ topic }] }), -32600, 'InvalidParams'],
  [
    'a receipt of a number',
    request('irn_batchReceive', { receipts: [{ topic, messageId: 7 }] }),
    -32600,
    'InvalidParams',
  ],
  ['an empty message', request('irn_publish', { ...publish, message: '' }), -32600, 'InvalidParams'],
  ['half a surrogate pair', request('irn_publish', { ...publish, message: 'A\ud800' }), -32600, 'InvalidParams'],
  ['a message that is no text', request('irn_publish', { ...publish, message: {} }), -32600, 'InvalidParams'],
  [
    'a message over the limit',
    request('irn_publish', { ...publish, message: 'x'.repeat(irnLimits.messageLength + 1) }),
    -32600,
    'PayloadSizeExceeded',
  ],
  [
    'a frame over the limit',
    request('irn_publish', { ...publish, message: 'x'.repeat(irnLimits.frameLength) }),
    -32600,
    'PayloadSizeExceeded',
  ],
  [
    'an attestation over the limit',
    request('irn_publish', { ...publish, attestation: 'x'.repeat(irnLimits.messageLength + 1) }),
    -32600,
    'PayloadSizeExceeded',
  ],
  ['an attestation that is no text', request('irn_publish', { ...publish, attestation: {} }), -32600, 'InvalidParams'],
  ['ttl 0', request('irn_publish', { ...publish, ttl: 0 }), -32000, 'TtlTooShort'],
  ['ttl -1', request('irn_publish', { ...publish, ttl: -1 }), -32000, 'TtlTooShort'],
  ['ttl of 31 days', request('irn_publish', { ...publish, ttl: 2_678_400 }), -32000, 'TtlTooLong'],
  ['ttl 2^32', request('irn_publish', { ...publish, ttl: 4_294_967_296 }), -32000, 'TtlTooLong'],
  ['ttl 1.5', request('irn_publish', { ...publish, ttl: 1.5 }), -32600, 'InvalidParams'],
  ['ttl in text', request('irn_publish', { ...publish, ttl: '300' }), -32600, 'InvalidParams'],
  ['ttl null', request('irn_publish', { ...publish, ttl: null }), -32600, 'InvalidParams'],
  ['a tag in text', request('irn_publish', { ...publish, tag: '1100' }), -32600, 'InvalidParams'],
  [
    'a batch with a bad ttl',
    request('irn_batchPublish', { messages: [publish, { ...publish, ttl: 0 }] }),
    -32000,
    'TtlTooShort',
  ],
  ['a proposal on no pairing', request('wc_proposeSession', { ...composite, topic }), -32600, 'InvalidTopic'],
  ['a proposal of no text', request('wc_proposeSession', { pairingTopic: topic, ttl: 300 }), -32600, 'InvalidParams'],
  [
    'an approval on no session',
    request('wc_approveSession', { ...composite, pairingTopic: topic }),
    -32600,
    'InvalidTopic',
  ],
  [
    'half an approval',
    request('wc_approveSession', { pairingTopic: topic, sessionTopic: other, sessionProposalResponse: 'AA', ttl: 300 }),
    -32600,
    'InvalidParams',
  ],
])('parseClientFrame: refuses %s', (_, text, code, reason) => {
  const error = refusal(text)
  expect([error.rpcCode, error.data]).toEqual([code, reason])
  expect(() => JSON.parse(formatIrnError(error))).not.toThrow()
})

test('parseClientFrame: reads eight levels, and answers a deeper one under its id', () => {
  expect(parseClientFrame(framed(`{"topic":"${topic}","x":${nested(6)}}`)).kind).toBe('request')
  expect(refusal(framed(`{"topic":"${topic}","x":${nested(7)}}`)).idToken).toBe('1')
})

test('parseClientFrame: limits messages to the relay’s length', () => {
  const text = (length: number) => request('irn_publish', { ...publish, message: 'x'.repeat(length) })
  expect(parseClientFrame(text(100), { ...irnLimits, messageLength: 100 }).kind).toBe('request')
  expect(() => parseClientFrame(text(101), { ...irnLimits, messageLength: 100 })).toThrow(InvalidIrnFrameError)
})

test('parseClientFrame: a publish without a ttl has six hours, a composite five minutes, or less', () => {
  const read = (method: string, params: object, maxTtlSeconds: number = irnLimits.maxTtlSeconds) =>
    parseClientFrame(request(method, { ...params, ttl: undefined }), { ...irnLimits, maxTtlSeconds })
  expect(read('irn_publish', publish)).toMatchObject({ request: { publish: { ttlSeconds: 21_600 } } })
  const proposal = { pairingTopic: topic, sessionProposal: 'AA==' }
  expect(read('wc_proposeSession', proposal)).toMatchObject({ request: { proposal: { ttlSeconds: 300 } } })
  expect(read('irn_publish', publish, 60)).toMatchObject({ request: { publish: { ttlSeconds: 60 } } })
})

test('T-91 parseClientFrame: refuses a longer ttl than the relay allows', () => {
  const read = (ttl: number) =>
    parseClientFrame(request('irn_publish', { ...publish, ttl }), { ...irnLimits, maxTtlSeconds: 60 })
  expect(read(60)).toMatchObject({ request: { publish: { ttlSeconds: 60 } } })
  expect(() => read(61)).toThrow(expect.objectContaining({ data: 'TtlTooLong' }))
})

test('parseClientFrame: a refusal repeats nothing of the frame but its id', () => {
  const canary = 'canary'
  const fields = ['jsonrpc', 'method', 'params']
  const names = [
    'topic',
    'message',
    'ttl',
    'tag',
    'attestation',
    'topics',
    'messages',
    'receipts',
    'subscriptions',
    'id',
  ]
  const values = [canary, [canary], { [canary]: canary }, `${canary}\ud800`]
  const methods = ['irn_publish', 'irn_batchPublish', 'irn_batchReceive', 'irn_batchUnsubscribe', 'wc_approveSession']
  const texts = values.flatMap((value) => [
    JSON.stringify(value),
    `{"${canary}`,
    ...fields.map((name) =>
      JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_publish', params: publish, [name]: value }),
    ),
    ...methods.flatMap((method) =>
      names.map((name) => request(method, { ...publish, messages: [{ [name]: value }], [name]: value })),
    ),
  ])
  const refusals = texts.flatMap((text) => {
    try {
      parseClientFrame(text)
      return []
    } catch (error) {
      return error instanceof InvalidIrnFrameError ? [formatIrnError(error)] : ['unknown']
    }
  })
  expect(refusals.length).toBeGreaterThan(100)
  expect(refusals.filter((text) => text.includes(canary))).toEqual([])
})

test('parseClientFrame: any text is read or refused with its own error', () => {
  const frame = fc.record(
    { id: fc.anything(), jsonrpc: fc.constantFrom('2.0', 2), method: fc.anything(), params: fc.anything() },
    { requiredKeys: [] },
  )
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    frame.map((value) => JSON.stringify(value) ?? ''),
  )
  fc.assert(
    fc.property(text, (value) => {
      try {
        expect(parseClientFrame(value).idToken).not.toBe('')
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidIrnFrameError)
      }
    }),
    { numRuns: runs(5000) },
  )
})
