import { expect, test } from 'vitest'
import { InvalidLinkBodyError, InvalidOriginStatementError } from '../errors.ts'
import {
  formatOriginKeys,
  formatOriginStatement,
  type OriginStatement,
  originSigningInput,
  parseOriginKeys,
  parseOriginStatement,
  parseOriginStatementRequest,
} from './originStatement.ts'

const topic = 'a1'.repeat(32)
const good: OriginStatement = {
  domain: 'app.example',
  topic,
  issuedAt: 1_700_000_000_000,
  expiresAt: 1_700_000_300_000,
  signature: '0f'.repeat(64),
}

test('an origin statement comes back unchanged, from its text and from a parsed answer', () => {
  for (const domain of [
    'app.example',
    'localhost:4400',
    '127.0.0.1:80',
    '[::1]:4400',
    'xn--bcher-kva.example',
    'a_b.c-d',
  ]) {
    const statement = { ...good, domain }
    expect(parseOriginStatement(formatOriginStatement(statement))).toEqual(statement)
    expect(parseOriginStatement({ ...statement })).toEqual(statement)
  }
})

test.each<readonly [string, object]>([
  ['a field it does not have', { more: 1 }],
  ['no domain', { domain: undefined }],
  ['a domain with a scheme', { domain: 'https://app.example' }],
  ['a domain with a user', { domain: 'app.example@evil.example' }],
  ['a domain in upper case', { domain: 'App.example' }],
  ['a domain with a path', { domain: 'app.example/' }],
  ['a domain of two lines', { domain: `app.example\n${topic}` }],
  ['a domain that goes on after its brackets', { domain: '[::1]app.example' }],
  ['a domain without letters', { domain: '' }],
  ['a domain too long', { domain: 'a'.repeat(260) }],
  ['a port of 0', { domain: 'app.example:0' }],
  ['a topic in upper case', { topic: topic.toUpperCase() }],
  ['a short topic', { topic: topic.slice(2) }],
  ['a time as text', { issuedAt: '1700000000000' }],
  ['half a millisecond', { issuedAt: 1_700_000_000_000.5 }],
  ['an end before its beginning', { expiresAt: good.issuedAt }],
  ['a life of more than five minutes', { expiresAt: good.issuedAt + 300_001 }],
  ['a signature in upper case', { signature: '0F'.repeat(64) }],
  ['a short signature', { signature: '0f'.repeat(63) }],
])('refuses an origin statement with %s', (_, change) => {
  expect(() => parseOriginStatement({ ...good, ...change })).toThrow(InvalidOriginStatementError)
  expect(() => parseOriginStatement(JSON.stringify({ ...good, ...change }))).toThrow(InvalidOriginStatementError)
})

test('a value that is no object, no JSON, or too long, is not an origin statement', () => {
  const padded = formatOriginStatement(good).replace('{', `{${' '.repeat(1024)}`)
  for (const value of [undefined, null, 7, [], [good], '', '{', 'null', '[]', padded])
    expect(() => parseOriginStatement(value)).toThrow(InvalidOriginStatementError)
})

test('the signed text has a line for each field, so no two statements share a signature', () => {
  expect(new TextDecoder().decode(originSigningInput(good)).split('\n')).toEqual([
    'hawser origin statement 1',
    good.domain,
    good.topic,
    `${good.issuedAt}`,
    `${good.expiresAt}`,
  ])
})

test('keys come back unchanged; later fields are ignored', () => {
  const keys = ['ab'.repeat(32), 'cd'.repeat(32)]
  expect(parseOriginKeys(JSON.parse(formatOriginKeys(keys)))).toEqual(keys)
  expect(parseOriginKeys({ keys, contact: 'x' })).toEqual(keys)
  expect(parseOriginKeys({ keys: [] })).toEqual([])
})

test('accepts only a list of up to eight keys of 64 lower-case hex digits', () => {
  const key = 'ab'.repeat(32)
  const lists = [key, ['AB'.repeat(32)], ['ab'.repeat(31)], [`0x${'ab'.repeat(31)}`], [key, 1], Array(9).fill(key)]
  for (const value of [undefined, null, [], {}, ...lists.map((keys) => ({ keys }))])
    expect(() => parseOriginKeys(value)).toThrow(InvalidOriginStatementError)
})

test('a request for a statement is a topic and nothing else', () => {
  expect(parseOriginStatementRequest({ topic })).toEqual({ topic })
  for (const body of [undefined, [], {}, { topic: 1 }, { topic: topic.slice(1) }, { topic, domain: 'evil.example' }])
    expect(() => parseOriginStatementRequest(body)).toThrow(InvalidLinkBodyError)
})
