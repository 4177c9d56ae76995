import { hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { InvalidTypedDataError } from '../../errors.ts'
import { createEthereumAccount } from '../accounts/ethereumAccount.ts'
import { mail } from '../wallet.fixture.ts'
import { parseTypedData } from './typedData.ts'

// EIP-712, test/eip-712 of the EIP's own repository (CC0): Example.sol and Example.js.
test('parseTypedData: the example of EIP-712 has its published hash, and its published signature', () => {
  const { hash } = parseTypedData(JSON.stringify(mail))
  expect(hash).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  // The key of the example is keccak-256 of "cow".
  const account = createEthereumAccount(hexToBytes('c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4'))
  expect(account.address).toBe('0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826')
  expect(account.signHash(hexToBytes(hash.slice(2)))).toMatch(/^0x4355c47d63924e8a.*b915621c$/)
})

test('parseTypedData: shows every value with its name and type, in the order of signing', () => {
  const { domain, message, primaryType, chainId } = parseTypedData(mail)
  expect(primaryType).toBe('Mail')
  expect(chainId).toBe('1')
  expect(domain.map(({ name, value }) => [name, value])).toEqual([
    ['name', 'Ether Mail'],
    ['version', '1'],
    ['chainId', '1'],
    ['verifyingContract', '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC'],
  ])
  expect(message).toEqual([
    {
      name: 'from',
      type: 'Person',
      value: [
        { name: 'name', type: 'string', value: 'Cow' },
        { name: 'wallet', type: 'address', value: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      ],
    },
    {
      name: 'to',
      type: 'Person',
      value: [
        { name: 'name', type: 'string', value: 'Bob' },
        { name: 'wallet', type: 'address', value: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      ],
    },
    { name: 'contents', type: 'string', value: 'Hello, Bob!' },
  ])
})

test('parseTypedData: without a stated domain type, derives it from the domain’s fields', () => {
  const { EIP712Domain: _, ...types } = mail.types
  expect(parseTypedData({ ...mail, types }).hash).toBe(parseTypedData(mail).hash)
})

test('parseTypedData: every change of a value changes the hash', () => {
  const { hash } = parseTypedData(mail)
  const changes = [
    { ...mail, message: { ...mail.message, contents: 'Hello, Bob' } },
    { ...mail, message: { ...mail.message, to: { ...mail.message.to, name: 'Bobb' } } },
    { ...mail, domain: { ...mail.domain, chainId: 2 } },
  ]
  for (const changed of changes) expect(parseTypedData(changed).hash).not.toBe(hash)
})

/** A struct with one field of this type and value. */
const one = (type: string, value: unknown) => ({
  types: { One: [{ name: 'it', type }] },
  primaryType: 'One',
  domain: { name: 'Test' },
  message: { it: value },
})

test.each([
  ['uint8', 255, '255'],
  ['uint256', '0xff', '255'],
  ['int8', -128, '-128'],
  ['int256', '-1', '-1'],
  ['bool', false, 'false'],
  ['bytes4', '0xDEADBEEF', '0xdeadbeef'],
  ['bytes', '0x', '0x'],
  ['string', 'Grüße 🪢', 'Grüße 🪢'],
])('parseTypedData: shows %s %s as %s', (type, value, shown) => {
  expect(parseTypedData(one(type, value)).message[0]?.value).toBe(shown)
})

test('parseTypedData: shows lists item by item, and keeps a fixed length', () => {
  expect(parseTypedData(one('uint8[2][]', [[1, 2]])).message[0]?.value).toEqual([
    {
      name: '1',
      type: 'uint8[2]',
      value: [
        { name: '1', type: 'uint8', value: '1' },
        { name: '2', type: 'uint8', value: '2' },
      ],
    },
  ])
  expect(() => parseTypedData(one('uint8[2]', [1]))).toThrow(InvalidTypedDataError)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['an array', []],
  ['no primary type', { ...mail, primaryType: 'Letter' }],
  ['a primary type of every object', { ...mail, primaryType: 'constructor' }],
  ['a missing value', { ...mail, message: { ...mail.message, contents: undefined } }],
  ['a missing struct', { ...mail, message: { ...mail.message, to: null } }],
  [
    'a domain field that is not in the standard',
    { ...mail, types: { ...mail.types, EIP712Domain: [{ name: 'host', type: 'string' }] } },
  ],
  [
    'a field named twice',
    {
      ...one('bool', true),
      types: {
        One: [
          { name: 'it', type: 'bool' },
          { name: 'it', type: 'bool' },
        ],
      },
    },
  ],
  ['a name that could be taken for another type', { ...mail, types: { ...mail.types, 'Mail(x)': [] } }],
  ['a number that does not fit', one('uint8', 256)],
  ['a negative unsigned number', one('uint256', -1)],
  ['a fraction', one('uint256', 1.5)],
  ['a number past what JSON keeps', one('uint256', 2 ** 53)],
  ['an unknown type', one('float', 1)],
  ['a width of no type', one('uint7', 1)],
  ['33 bytes', one('bytes33', `0x${'00'.repeat(33)}`)],
  ['too few bytes', one('bytes4', '0x00')],
  ['a short address', one('address', '0x00')],
  ['a boolean as a text', one('bool', 'true')],
  ['half a surrogate pair', one('string', '\ud800')],
  ['more than a person would read', one('string', 'a'.repeat(40_000))],
])('parseTypedData: refuses %s', (_name, data) => {
  expect(() => parseTypedData(data)).toThrow(InvalidTypedDataError)
})

test('parseTypedData: refuses values nested too deep to read', () => {
  const nest = (depth: number): unknown => (depth === 0 ? { next: [] } : { next: [nest(depth - 1)] })
  const data = (depth: number) => ({
    types: { Node: [{ name: 'next', type: 'Node[]' }] },
    primaryType: 'Node',
    domain: {},
    message: nest(depth),
  })
  expect(() => parseTypedData(data(3))).not.toThrow()
  expect(() => parseTypedData(data(40))).toThrow(InvalidTypedDataError)
})
