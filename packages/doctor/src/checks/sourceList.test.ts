import { expect, test } from 'vitest'
import { allowsUrl, parsePolicies, sourcesOf } from './sourceList.ts'

const page = new URL('https://app.example/')
const relay = 'wss://relay.example/'

test.each([
  ['wss://relay.example', relay, true],
  ['WSS://Relay.Example', relay, true],
  ['wss://relay.example:443', relay, true],
  ['wss://relay.example:*', 'wss://relay.example:8443/', true],
  ['wss://relay.example', 'wss://relay.example:8443/', false],
  ['wss:', relay, true],
  ['ws:', relay, true],
  ['ws://relay.example', relay, true],
  ['*', relay, true],
  ['wss://*.example', relay, true],
  ['wss://*.relay.example', relay, false],
  ['wss://relay.example/', relay, true],
  ['wss://relay.example/v1', relay, false],
  ['wss://relay.example/v1/', 'wss://relay.example/v1/x', true],
  // A source without a scheme has that of the page, and browsers need not accept https for wss.
  ['relay.example', relay, false],
  ['https://relay.example', relay, false],
  ["'self'", relay, false],
  ["'self'", 'wss://app.example/relay', true],
  ["'self'", 'https://app.example/link', true],
  ["'self'", 'https://app.example:8443/link', false],
  ["'none'", relay, false],
  ["'unsafe-inline'", relay, false],
  ['blob:', 'blob:', true],
  ['*', 'blob:', false],
  ['registry.example', 'https://registry.example/', true],
  ['http://registry.example', 'https://registry.example/', true],
])('allowsUrl: %s and %s: %s', (source, url, expected) => {
  expect(allowsUrl([source], new URL(url), page)).toBe(expected)
})

test('parsePolicies: the first of two directives counts, and policies are separate', () => {
  const [first, second, ...rest] = parsePolicies("Connect-Src 'self'; connect-src *;; , default-src a.example")
  expect(first && sourcesOf(first, 'connect-src')).toEqual(["'self'"])
  expect(first && sourcesOf(first, 'img-src')).toBeUndefined()
  expect(second && sourcesOf(second, 'connect-src')).toEqual(['a.example'])
  expect(rest).toEqual([])
})
