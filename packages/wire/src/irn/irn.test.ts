import { expect, test } from 'vitest'
import { InvalidIrnFrameError } from '../errors.ts'
import { formatDelivery, formatIrnError, formatIrnRequest, formatIrnResult, parseRelayFrame } from './irn.ts'

const topic = 'a'.repeat(64)

test('parseRelayFrame: reads deliveries, results and errors, and refuses other pushes', () => {
  const delivery = { topic, message: 'AAAA', publishedAt: 1, tag: 1101, attestation: '' }
  expect(parseRelayFrame(formatDelivery('"9"', 'sub', delivery))).toEqual({
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
      data: 'TtlTooShort',
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

test.each([
  ['a text', '"1795208116403905123"'],
  ['a number', '7'],
  ['zero', '0'],
  ['a number beyond 2^53', '1795208116403905123'],
  ['its neighbour, the same double', '1795208116403905124'],
  ['32 digits', '9'.repeat(32)],
])('parseRelayFrame: acks the id unchanged: %s', (_, token) => {
  const delivery = { topic, message: 'AA', publishedAt: 1, tag: 0, attestation: '"id":1795208116403905125,' }
  const push = formatDelivery('0', '1', delivery).replace('{"id":0,', '{').replace(/}$/, `, "id" : ${token} }`)
  expect(parseRelayFrame(push)).toMatchObject({ kind: 'delivery', idToken: token, delivery })
  expect(parseRelayFrame(`{"jsonrpc":"2.0","result":[{"id":5}],"id":${token}}`).idToken).toBe(token)
})

test.each([
  ['null', 'null', '"OriginNotAllowed"', 'OriginNotAllowed'],
  ['0', '0', '{"reason":"x"}', ''],
  ['1795208116403905123', '1795208116403905123', 'null', ''],
])('parseRelayFrame: an error under the id %s keeps it, and its data if that is a text', (id, idToken, data, read) => {
  const text = `{"id":${id},"jsonrpc":"2.0","error":{"code":3000,"message":"Unauthorized","data":${data}}}`
  expect(parseRelayFrame(text)).toEqual({ kind: 'error', idToken, code: 3000, message: 'Unauthorized', data: read })
})

test.each([
  ['no id', '{"jsonrpc":"2.0","result":true}'],
  ['a null id', '{"id":null,"jsonrpc":"2.0","result":true}'],
  ['a negative id', '{"id":-1,"jsonrpc":"2.0","result":true}'],
  ['a broken id', '{"id":1.5,"jsonrpc":"2.0","result":true}'],
  ['an endless id', `{"id":${'9'.repeat(33)},"jsonrpc":"2.0","result":true}`],
  ['a long text as id', `{"id":"${'a'.repeat(65)}","jsonrpc":"2.0","result":true}`],
  ['another version', '{"id":1,"jsonrpc":"1.0","result":true}'],
  ['no object', '[1]'],
  ['no JSON', '{"id":1,'],
  ['too long', `{"id":1,"jsonrpc":"2.0","result":"${'a'.repeat(512 * 1024)}"}`],
])('parseRelayFrame: refuses %s, and does not quote the frame', (_, text) => {
  const refusal = expect.objectContaining({
    code: 'invalid_irn_frame',
    message: expect.stringMatching(/^A relay frame is/),
  })
  expect(() => parseRelayFrame(text)).toThrow(refusal)
})

test('parseRelayFrame T-94: refuses JSON nested a hundred thousand levels deep', () => {
  const bomb = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const delivery = { topic, message: 'AA', publishedAt: 1, tag: 0, attestation: '' }
  const text = formatDelivery('1', 's', delivery)
  const parse = (bad: string) => {
    try {
      return parseRelayFrame(bad)
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidIrnFrameError)
      return undefined
    }
  }
  expect(parse(text.replace('"data":{', `"data":{"x":${bomb},`)) ?? { delivery }).toMatchObject({ delivery })
  expect(() => parseRelayFrame(text.replace('"AA"', bomb))).toThrow(InvalidIrnFrameError)
  expect(() => parseRelayFrame(text.replace('"data":{', `"data":[${bomb},{`))).toThrow(InvalidIrnFrameError)
})
