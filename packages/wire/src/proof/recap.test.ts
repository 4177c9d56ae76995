import { describe, expect, test } from 'vitest'
import {
  formatRecap,
  formatRecapStatement,
  isRecapWithin,
  mergeRecaps,
  narrowRecap,
  parseRecap,
  type Recap,
} from './recap.ts'

const encode = (value: unknown) =>
  `urn:recap:${Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    .toString('base64')
    .replaceAll('=', '')}`
const any = { chains: undefined }

// From a recording of sign-client 2.21.8 and walletkit 1.2.10 (test/vectors/captures/oca-approve-new.json).
const askedText =
  'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19'
const grantedText =
  'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3siY2hhaW5zIjpbImVpcDE1NToxIl19XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbeyJjaGFpbnMiOlsiZWlwMTU1OjEiXX1dfX19'
const asked: Recap = { personal_sign: any, eth_sendTransaction: any }

test('writes ReCaps as official clients do, byte for byte, and reads them back', () => {
  expect(formatRecap(asked)).toBe(askedText)
  const supported = { methods: ['personal_sign', 'eth_sendTransaction'], chains: ['eip155:1'] } as const
  expect(formatRecap(narrowRecap(parseRecap(askedText, true), supported))).toBe(grantedText)
  expect(parseRecap(askedText, true)).toEqual(asked)
  expect(parseRecap(askedText, false)).toEqual(asked)
})

// WalletConnectKotlinV2 writes padding. WalletConnectSwiftV2 escapes "/", as Foundation's JSONEncoder does, in base64 or base64url.
const personalSign = (slash: string) => `{"att":{"eip155":{"request${slash}personal_sign":[{"chains":["eip155:1"]}]}}}`
test.each([
  ['the Kotlin SDK', Buffer.from(personalSign('/')).toString('base64')],
  ['the Swift SDK', Buffer.from(personalSign('\\/')).toString('base64')],
  ['the Swift SDK, without padding', Buffer.from(personalSign('\\/')).toString('base64').replaceAll('=', '')],
  ['the Swift SDK, in base64url', Buffer.from(personalSign('\\/')).toString('base64url')],
  ['a wallet with padded base64url', Buffer.from(personalSign('/')).toString('base64url').padEnd(88, '=')],
])('F21 reads the ReCap of %s', (_, encoded) => {
  for (const isStrict of [true, false])
    expect(parseRecap(`urn:recap:${encoded}`, isStrict)).toEqual({ personal_sign: { chains: ['eip155:1'] } })
})

test('F21 a grant of the same method twice is refused, also with escaped slashes', () => {
  const twice = personalSign('\\/').replace('{"request', '{"request/personal_sign":[{}],"request')
  expect(() => parseRecap(encode(twice), true)).toThrow(expect.objectContaining({ code: 'invalid_cacao' }))
})

test('the sentence is the one of ERC-5573, after the statement and one space', () => {
  const own =
    "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'."
  expect(formatRecapStatement('Sign in please', asked)).toBe(`Sign in please ${own}`)
  expect(formatRecapStatement(undefined, asked)).toBe(own)
  expect(formatRecapStatement('', asked)).toBe(own)
})

describe('a ReCap with more than methods of EVM chains', () => {
  const plain = { 'request/personal_sign': [{}] }
  test.each<[string, unknown, Recap]>([
    [
      'another resource',
      { att: { eip155: plain, 'https://notify.example': { 'manage/all': [{}] } } },
      { personal_sign: any },
    ],
    ['another ability', { att: { eip155: { ...plain, 'crud/read': [{}] } } }, { personal_sign: any }],
    [
      'an unknown limit',
      { att: { eip155: { ...plain, 'request/eth_sign': [{ amount: 1 }] } } },
      { personal_sign: any },
    ],
    ['two limits', { att: { eip155: { ...plain, 'request/eth_sign': [{}, {}] } } }, { personal_sign: any }],
    [
      'limits that are no chains',
      { att: { eip155: { ...plain, 'request/eth_sign': [{ chains: ['1'] }] } } },
      { personal_sign: any },
    ],
    [
      'a name that breaks the text',
      { att: { eip155: { ...plain, "request/a' for 'x'.": [{}] } } },
      { personal_sign: any },
    ],
    ['proofs', { att: { eip155: plain }, prf: ['bafy'] }, { personal_sign: any }],
    ['no EVM chain', { att: { solana: plain } }, {}],
    ['a prototype', '{"att":{"eip155":{"__proto__":[{}],"request/personal_sign":[{}]}}}', { personal_sign: any }],
  ])('%s: dropped from a request, refused in a grant', (_, value, left) => {
    expect(parseRecap(encode(value), false)).toEqual(left)
    expect(() => parseRecap(encode(value), true)).toThrow(expect.objectContaining({ code: 'invalid_cacao' }))
  })

  test.each([
    ['nothing', 'urn:recap:'],
    ['no base64', 'urn:recap:????'],
    ['padding', `${askedText}=`],
    ['no JSON', encode('att')],
    ['no object', encode([])],
    ['no UTF-8', 'urn:recap:/w'],
    ['another urn', askedText.replace('recap', 'other')],
    ['more than anybody reads', encode({ att: { eip155: { [`request/${'a'.repeat(4000)}`]: [{}] } } })],
  ])('%s is not a ReCap at all', (_, text) => {
    for (const isStrict of [true, false])
      expect(() => parseRecap(text, isStrict)).toThrow(expect.objectContaining({ code: 'invalid_cacao' }))
  })
})

test.each([
  [
    'a thing twice',
    '{"att":{"eip155":{"request/personal_sign":[{}],"request/personal_sign":[{"chains":["eip155:1"]}]}}}',
  ],
  ['room between', '{"att": {"eip155":{"request/personal_sign":[{}]}}}'],
  ['letters written as numbers', '{"att":{"eip155":{"request/personal\\u005fsign":[{}]}}}'],
])('T-44 refuses %s, which two readers could read in two ways', (_, text) => {
  expect(() => parseRecap(encode(text), true)).toThrow(expect.objectContaining({ code: 'invalid_cacao' }))
  expect(Object.keys(parseRecap(encode(text), false))).toEqual(['personal_sign'])
})

test('several ReCaps are one: a method on all chains that any of them names', () => {
  const merged = mergeRecaps([
    { personal_sign: { chains: ['eip155:1'] }, eth_sign: { chains: ['eip155:1'] } },
    { personal_sign: { chains: ['eip155:10', 'eip155:1'] }, eth_sign: any },
  ])
  expect(merged).toEqual({ personal_sign: { chains: ['eip155:1', 'eip155:10'] }, eth_sign: any })
  expect(mergeRecaps([])).toEqual({})
})

test('a wallet grants the requested methods that it has, on the chains it has', () => {
  const limited: Recap = { personal_sign: { chains: ['eip155:1', 'eip155:10'] }, eth_sign: any, wallet_x: any }
  const supported = { methods: ['personal_sign', 'eth_sign'], chains: ['eip155:10', 'eip155:137'] } as const
  const granted = narrowRecap(limited, supported)
  expect(granted).toEqual({
    personal_sign: { chains: ['eip155:10'] },
    eth_sign: { chains: ['eip155:10', 'eip155:137'] },
  })
  expect(narrowRecap({ personal_sign: { chains: ['eip155:1'] } }, supported)).toEqual({})
})

test.each<[Recap, boolean]>([
  [{ personal_sign: any }, true],
  [{ personal_sign: { chains: ['eip155:1'] } }, true],
  [{ personal_sign: { chains: ['eip155:1', 'eip155:10'] } }, true],
  [{ personal_sign: { chains: ['eip155:137'] } }, false],
  [{ eth_sign: { chains: ['eip155:1'] } }, true],
  [{ eth_sign: { chains: ['eip155:10'] } }, false],
  [{ eth_sign: any }, false],
  [{ eth_sendTransaction: any }, false],
  [{ constructor: any }, false],
])('%j within the request: %s', (granted, isWithin) => {
  const limits: Recap = { personal_sign: any, eth_sign: { chains: ['eip155:1'] } }
  expect(isRecapWithin(granted, limits, ['eip155:1', 'eip155:10'])).toBe(isWithin)
})
