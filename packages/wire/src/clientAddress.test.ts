import { isIPv4, isIPv6 } from 'node:net'
import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, parseAddress, unknownAddress } from './clientAddress.ts'

const v4Spellings = [
  '192.0.2.33',
  ' 192.0.2.33 ',
  '192.0.2.33:4711',
  '"192.0.2.33"',
  '"192.0.2.33:4711"',
  '::ffff:192.0.2.33',
  '::FFFF:192.0.2.33',
  '::ffff:c000:221',
  '::ffff:C000:0221',
  '0:0:0:0:0:ffff:192.0.2.33',
  '0:0:0:0:0:FFFF:c000:0221',
  '0000:0000:0000:0000:0000:ffff:c000:0221',
  '0::ffff:192.0.2.33',
  '[::ffff:192.0.2.33]',
  '[::ffff:192.0.2.33]:4711',
  '"[::ffff:c000:221]:4711"',
  '::0:ffff:192.0.2.33',
  '0:0::ffff:c000:221',
  '::ffff:192.0.2.33%eth0',
  '[::ffff:c000:221]',
]
const v6Spellings = [
  '2001:db8::1',
  '2001:DB8::1',
  '2001:0db8::0001',
  '2001:db8:0:0:0:0:0:1',
  '2001:0db8:0000:0000:0000:0000:0000:0001',
  '2001:db8::0:1',
  '2001:db8:0::1',
  '2001:db8::ffff:ffff:ffff:ffff',
  '2001:db8::192.0.2.33',
  '[2001:db8::1]',
  '[2001:db8::1]:443',
  '"[2001:db8::1]:443"',
  '2001:db8::1%eth0',
  '[2001:db8::1%eth0]:443',
  ' 2001:db8::1',
  '2001:db8:0:0::1',
  '2001:db8:0:0:1::',
  '2001:db8::1:0:0:1',
  '2001:db8:0:0:0::1',
  '2001:db8::',
]

test('T-54: twenty spellings of one IPv4 address, and of one /64, are one bucket each', () => {
  expect(v4Spellings).toHaveLength(20)
  expect(new Set(v4Spellings.map(parseAddress))).toEqual(new Set(['192.0.2.33']))
  expect(v6Spellings).toHaveLength(20)
  expect(new Set(v6Spellings.map(parseAddress))).toEqual(new Set(['2001:db8:0:0::/64']))
})

test('address: another /64 and another IPv4 address are others', () => {
  expect(parseAddress('2001:db8:0:1::1')).toBe('2001:db8:0:1::/64')
  expect(parseAddress('192.0.2.34')).toBe('192.0.2.34')
  expect(parseAddress('::')).toBe('0:0:0:0::/64')
})

test.each(['', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '010.0.0.1', '1.2.3.4:x', '::1::', '[1.2.3.4', 'g::1'])(
  'address: %j is not an address',
  (text) => expect(parseAddress(text)).toBeUndefined(),
)

const loopback = ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']
test.each([
  ['the peer, whatever it claims', '198.51.100.7', '192.0.2.1', 0, '198.51.100.7'],
  ['the last hop, behind one proxy', '10.0.0.1', '192.0.2.1, 198.51.100.7', 1, '198.51.100.7'],
  ['the last but one, behind two', '10.0.0.1', 'forged, 192.0.2.1, 198.51.100.7', 2, '192.0.2.1'],
  ['the first, when one of two was passed by', '10.0.0.1', '198.51.100.7', 2, '198.51.100.7'],
  ['the peer, when a proxy adds nothing', '127.0.0.1', undefined, 1, '127.0.0.1'],
  ['everybody whose hop cannot be read', '10.0.0.1', 'unknown', 1, unknownAddress],
  ['everybody whose peer cannot be read', undefined, undefined, 0, unknownAddress],
])('addressOf: is %s', (_what, peer, forwardedFor, trustedProxies, expected) => {
  expect(addressOf({ peer, forwardedFor, trustedProxies })).toBe(expected)
})

test('addressOf: a peer on this machine is limited only behind a trusted proxy', () => {
  for (const peer of loopback) {
    expect(addressOf({ peer, forwardedFor: '192.0.2.1', trustedProxies: 0 })).toBeUndefined()
    expect(addressOf({ peer, forwardedFor: '192.0.2.1', trustedProxies: 1 })).toBe('192.0.2.1')
  }
})

test('address: accepts exactly the addresses that Node accepts (fuzz)', () => {
  const group = fc.oneof(
    fc.integer({ min: 0, max: 0x1_0000 }).map((value) => value.toString(16)),
    fc.constant(''),
  )
  const part = fc.oneof(fc.integer({ min: 0, max: 300 }).map(String), fc.constantFrom('', '01', '1e1', '0x1'))
  const v6 = fc.array(group, { minLength: 1, maxLength: 9 }).map((groups) => groups.join(':'))
  const v4 = fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'))
  const mixed = fc.tuple(v6, v4).map(([left, right]) => `${left}:${right}`)
  const any = fc.oneof(v6, v4, mixed, fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 12 }))
  fc.assert(
    fc.property(any, (text) => {
      fc.pre(!/["[\]%\s]/.test(text) && !/^(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}$/.test(text))
      expect(parseAddress(text) !== undefined).toBe(isIPv4(text) || isIPv6(text))
    }),
    { numRuns: runs(20_000) },
  )
})
