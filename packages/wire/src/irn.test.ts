import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidIrnFrameError } from './errors.ts'
import {
  formatDelivery,
  formatIrnError,
  formatIrnRequest,
  formatIrnResult,
  irnLimits,
  parseClientFrame,
  parseRelayFrame,
} from './irn.ts'

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

test('parseClientFrame: reads both composite methods as the publishes they stand for', () => {
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
])('parseClientFrame: keeps %s as the token that came in', (_, token) => {
  const frame = parseClientFrame(
    `{ "jsonrpc":"2.0", "method":"irn_subscribe","params":{"id":1,"topic":"${topic}"},\n"id" : ${token} }`,
  )
  expect(frame.idToken).toBe(token)
  expect(formatIrnResult(frame.idToken, true)).toBe(`{"id":${token},"jsonrpc":"2.0","result":true}`)
})

test('parseClientFrame: finds the id among any other fields, whatever their names and texts hold', () => {
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
test.each([
  ['no JSON', 'hello', -32700, 'Serialization'],
  ['an array', '[]', -32600, 'Serialization'],
  ['a number', '1', -32600, 'Serialization'],
  ['no id', '{"jsonrpc":"2.0","method":"irn_subscribe","params":{}}', -32600, 'InvalidRequestId'],
  ['a null id', '{"id":null,"jsonrpc":"2.0","method":"x","params":{}}', -32600, 'InvalidRequestId'],
  ['an object id', '{"id":{"id":1},"jsonrpc":"2.0","method":"x","params":{}}', -32600, 'InvalidRequestId'],
  ['a fraction id', '{"id":1.5,"jsonrpc":"2.0","method":"x","params":{}}', -32600, 'InvalidRequestId'],
  ['a giant id', `{"id":"${'9'.repeat(65)}","jsonrpc":"2.0","method":"x","params":{}}`, -32600, 'InvalidRequestId'],
  ['another version', '{"id":1,"jsonrpc":"1.0","method":"irn_subscribe","params":{}}', -32600, 'InvalidJsonRpcVersion'],
  ['neither method nor result', '{"id":1,"jsonrpc":"2.0"}', -32600, 'InvalidMethod'],
  ['a method that is no text', request(7, {}), -32600, 'InvalidMethod'],
  ['an unknown method', request('irn_watchRegister', {}), -32601, 'InvalidMethod'],
  ['no params', request('irn_subscribe', undefined), -32600, 'InvalidParams'],
  ['params in an array', request('irn_subscribe', [topic]), -32600, 'InvalidParams'],
  ['a short topic', request('irn_subscribe', { topic: 'abc' }), -32600, 'InvalidTopic'],
  ['an upper-case topic', request('irn_subscribe', { topic: topic.toUpperCase() }), -32600, 'InvalidTopic'],
  [
    'an inherited topic',
    `{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{"__proto__":{"topic":"${topic}"}}}`,
    -32600,
    'InvalidTopic',
  ],
  ['an empty batch', request('irn_batchSubscribe', { topics: [] }), -32600, 'BatchEmpty'],
  ['a batch of 501', request('irn_batchSubscribe', { topics: Array(501).fill(topic) }), -32600, 'BatchLimitExceeded'],
  ['a batch with a bad topic', request('irn_batchFetchMessages', { topics: [topic, 1] }), -32600, 'InvalidTopic'],
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
  ['ttl 0', request('irn_publish', { ...publish, ttl: 0 }), -32000, 'TtlTooShort'],
  ['ttl -1', request('irn_publish', { ...publish, ttl: -1 }), -32000, 'TtlTooShort'],
  ['ttl of 31 days', request('irn_publish', { ...publish, ttl: 2_678_400 }), -32000, 'TtlTooLong'],
  ['ttl 1.5', request('irn_publish', { ...publish, ttl: 1.5 }), -32600, 'InvalidParams'],
  ['ttl in text', request('irn_publish', { ...publish, ttl: '300' }), -32600, 'InvalidParams'],
  ['a tag in text', request('irn_publish', { ...publish, tag: '1100' }), -32600, 'InvalidParams'],
  [
    'half an approval',
    request('wc_approveSession', { pairingTopic: topic, sessionTopic: other, sessionProposalResponse: 'AA', ttl: 300 }),
    -32600,
    'InvalidParams',
  ],
])('parseClientFrame: refuses %s', (_, text, code, data) => {
  const error = refusal(text)
  expect([error.rpcCode, error.data]).toEqual([code, data])
  expect(() => JSON.parse(formatIrnError(error))).not.toThrow()
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
    { numRuns: 5000 },
  )
})

test('parseRelayFrame: reads deliveries, results and errors, and refuses other pushes', () => {
  const delivery = { topic, message: 'AAAA', publishedAt: 1, tag: 1101, attestation: '' }
  expect(parseRelayFrame(formatIrnRequest('"9"', 'irn_subscription', formatDelivery('sub', delivery)))).toEqual({
    kind: 'delivery',
    idToken: '"9"',
    subscriptionId: 'sub',
    delivery,
  })
  expect(parseRelayFrame(formatIrnResult('"9"', ['x']))).toEqual({ kind: 'result', idToken: '"9"', result: ['x'] })
  expect(parseRelayFrame(formatIrnError(new InvalidIrnFrameError('Too short.', -32000, 'TtlTooShort', '"9"')))).toEqual(
    {
      kind: 'error',
      idToken: '"9"',
      code: -32000,
      message: 'Too short.',
    },
  )
  expect(() => parseRelayFrame(formatIrnRequest('1', 'irn_other', {}))).toThrow(InvalidIrnFrameError)
  expect(() => parseRelayFrame(formatIrnRequest('1', 'irn_subscription', { id: 's', data: { topic } }))).toThrow(
    InvalidIrnFrameError,
  )
  expect(() => parseRelayFrame('{"id":1,"jsonrpc":"2.0"}')).toThrow(InvalidIrnFrameError)
})

test('irn_subscription: a null attestation reads as none', () => {
  const text = `{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"s","data":{"topic":"${topic}","message":"AA","publishedAt":1,"tag":0,"attestation":null}}}`
  expect(parseRelayFrame(text)).toMatchObject({ delivery: { attestation: '' } })
})
