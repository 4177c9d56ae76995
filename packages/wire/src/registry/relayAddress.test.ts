import { expect, test } from 'vitest'
import { parseRelayAddress } from './relayAddress.ts'

test.each([
  ['wss://relay.example', 'wss://relay.example'],
  ['wss://Relay.Example:443/', 'wss://relay.example'],
  ['WSS://relay.example/v2/?projectId=abc', 'wss://relay.example/v2'],
  ['ws://localhost:4402', 'ws://localhost:4402'],
  ['ws://localhost:80//', 'ws://localhost'],
  ['wss://relay.example:80', 'wss://relay.example:80'],
  ['wss://[::1]:4402/', 'wss://[::1]:4402'],
])('parseRelayAddress: %s is %s', (given, address) => {
  expect(parseRelayAddress(given)).toBe(address)
})

test.each([
  'https://relay.example',
  'relay.example',
  'wss://',
  'wss:///path',
  'wss://user:secret@relay.example',
  'wss://relay.example#fragment',
  'wss://relay.example/a b',
  'wss://relay.example\\evil.example',
  'javascript:alert(1)',
  'wss://relay.0',
  'wss://1.2.3.999',
  'wss://relay.example:99999',
  'wss://[::1::2]',
  'wss://xn--.example',
  `wss://relay.example/${'a'.repeat(512)}`,
  '',
  7,
  null,
  undefined,
  {},
])('parseRelayAddress: %j is not an address', (given) => {
  expect(parseRelayAddress(given)).toBeUndefined()
})
