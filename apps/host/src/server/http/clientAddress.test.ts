import { expect, test } from 'vitest'
import { readClientAddress } from './clientAddress.ts'

const read = (peer: string | undefined, forwardedFor: string | null = null, trustedProxies = 0) =>
  readClientAddress({ peer, forwardedFor, trustedProxies })

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff::2%eth0', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['::1:2:3:4:5:6', '0:0:1:2::/64'],
  ['nonsense', 'unknown'],
])('readClientAddress: the connection from %s counts as %s (T-54)', (peer, group) => {
  expect(read(peer)).toBe(group)
})

test.each([undefined, '127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'readClientAddress: %s without a trusted proxy is not limited',
  (peer) => {
    expect(read(peer, '198.51.100.1')).toBeUndefined()
  },
)

test.each([
  ['198.51.100.1', 1, '198.51.100.1'],
  ['203.0.113.9, 198.51.100.1', 1, '198.51.100.1'],
  ['203.0.113.9, 198.51.100.1, 10.0.0.1', 2, '198.51.100.1'],
  ['198.51.100.1', 2, '198.51.100.1'],
  ['198.51.100.1:4711', 1, '198.51.100.1'],
  ['"[2001:db8::7]:4711"', 1, '2001:db8:0:0::/64'],
  ['198.51.100.1,', 1, 'unknown'],
  [null, 1, '127.0.0.1'],
])('readClientAddress: X-Forwarded-For "%s" behind %i proxies is %s (T-54)', (forwardedFor, proxies, group) => {
  expect(read('127.0.0.1', forwardedFor, proxies)).toBe(group)
})
