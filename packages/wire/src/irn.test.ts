import { expect, test } from 'vitest'
import { InvalidIrnFrameError } from './errors.ts'
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

test('parseRelayFrame T-94: a push nested a hundred thousand levels deep is refused by code', () => {
  const bomb = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const text = `{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"s","data":{"topic":"${topic}","message":"AA","x":${bomb}}}}`
  expect(() => parseRelayFrame(text)).toThrow(InvalidIrnFrameError)
})
