import { expect, test } from 'vitest'
import { readAddresses, readChain } from './spelling.ts'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const other = '0x2222222222222222222222222222222222222222'
const throwing = new Proxy(
  {},
  {
    get() {
      throw new Error('no')
    },
  },
)

test.each<unknown>([
  10,
  '10',
  '010',
  '0xa',
  '0xA',
  '0X0a',
  ' 0xa ',
  'eip155:10',
  'EIP155:10',
  'eip155:0xa',
  'eip155:010',
  `eip155:10:${address}`,
  [10],
  ['0xa'],
  ['eip155:10'],
  [{ chainId: '0xa' }],
  { chainId: 10 },
  { chainId: '0xa' },
  { chainId: 'eip155:10', networkVersion: '10' },
  { networkVersion: '10' },
])('F25 readChain: %o is chain 10', (value) => {
  expect(readChain(value)).toBe('eip155:10')
})

test.each([
  undefined,
  null,
  true,
  '',
  'changed',
  '0x',
  '0xzz',
  '1e1',
  '10.0',
  '-10',
  0,
  '0x0',
  -1,
  1.5,
  Number.NaN,
  2 ** 53,
  address,
  `0x${'f'.repeat(14)}`,
  'solana:10',
  'eip155:',
  [],
  {},
  { id: 10 },
  [[[[[10]]]]],
  () => 10,
])('F25 readChain: %o names no chain', (value) => {
  expect(readChain(value)).toBeUndefined()
})

test.each([
  [[address, other]],
  [[address, other, address.toLowerCase()]],
  [[`eip155:1:${address}`, `eip155:0x1:${other}`]],
  [[address, 7, null, {}, 'rubbish', other]],
  [{ accounts: [address, other] }],
])('readAddresses: %j names two', (value) => {
  expect(readAddresses(value)).toEqual([address, other])
})

test.each([[address], `eip155:1:${address}`])('readAddresses: %j names one', (value) => {
  expect(readAddresses(value)).toEqual([address])
})

test.each<[unknown]>([
  [[[address, other]]],
  [[{ address }, { address: other }]],
  [{ accounts: [{ address }, { address: other }] }],
])('F25 readAddresses: %j names two, within lists or objects', (value) => {
  expect(readAddresses(value)).toEqual([address, other])
})

// AlphaWallet/alpha-wallet-android#2456: a list without quotation marks. MetaMask/metamask-extension#7970: an envelope.
test.each<[unknown]>([
  [`[${address},${other}]`],
  [`[ ${address}, ${other} ]`],
  [`${address},${other}`],
  [{ jsonrpc: '2.0', id: 1, result: [address, other] }],
  [JSON.stringify({ id: 1, result: [address, other] })],
])('F25 readAddresses: %j names two, as text without quotation marks or in an envelope', (value) => {
  expect(readAddresses(value)).toEqual([address, other])
})

test('T-23 readAddresses: an object or a list within itself names no account', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic.result = cyclic
  const list: unknown[] = []
  list.push(list)
  expect([readAddresses(cyclic), readAddresses(list)]).toEqual([undefined, undefined])
})

test('T-23 readAddresses: takes 1,000 items at most, of lists within lists', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `0x${String(index).padStart(40, '0')}`)
  expect(readAddresses(Array.from({ length: 1_000 }, () => many))).toHaveLength(1_000)
  const nested = Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => many))
  expect(readAddresses(nested)).toHaveLength(1_000)
  expect(readAddresses('0x[aaaaaaaaaaaaaaaaaaaa]aaaaaaaaaaaaaaaaaaaa')).toBeUndefined()
})

test('F25 readAddresses, readChain: one address as text, and a chain in an envelope', () => {
  expect(readAddresses(`[${address}]`)).toEqual([address])
  expect(readAddresses(`[${address},0x12]`)).toBeUndefined()
  expect(readAddresses({ jsonrpc: '2.0', id: 1, result: [] })).toEqual([])
  expect(readChain({ jsonrpc: '2.0', id: 1, result: '0xa' })).toBe('eip155:10')
})

test.each<[unknown]>([[['bc1q']], [[null]], [[10]], [{ accounts: ['x'] }], [[[]]], ['["bc1q"]']])(
  'F25 readAddresses: %j is not an empty list, and names no account',
  (value) => {
    expect(readAddresses(value)).toBeUndefined()
  },
)

// WalletConnect/WalletConnectKotlinV2#1329: the data of its events is a text.
test.each([
  JSON.stringify([address, other]),
  JSON.stringify([`eip155:1:${address}`, `eip155:137:${address}`, `eip155:1:${other}`]),
  JSON.stringify({ accounts: [address, other] }),
  ` ["${address}","${other}"] `,
])('F25 readAddresses: the text %s names two', (text) => {
  expect(readAddresses(text)).toEqual([address, other])
})

test('F25 readAddresses: an empty list as text means no accounts', () => {
  expect([readAddresses('['.repeat(100_000)), readChain('['.repeat(100_000))]).toEqual([undefined, undefined])
  expect(readAddresses('[]')).toEqual([])
  expect(readAddresses(JSON.stringify(address))).toEqual([address])
  expect(readAddresses(JSON.stringify(JSON.stringify([address])))).toEqual([address])
})

test.each(['"0xa"', '[10]', '["eip155:10"]', '{"chainId":"0xa"}', ' ["0xa"] ', '[{"chainId":10}]'])(
  'F25 readChain: the text %s is chain 10',
  (text) => {
    expect(readChain(text)).toBe('eip155:10')
  },
)

test.each(['[', '{}', '[]', '"', '""', '"changed"', '[[[[10]]]]', '["1e1"]'])(
  'F25 readChain: the text %s names no chain',
  (text) => {
    expect(readChain(text)).toBeUndefined()
  },
)

test.each([undefined, null, 'rubbish', 7, '7', 'null', '[', {}, { accounts: 'x' }])(
  'readAddresses: %j names no accounts',
  (value) => {
    expect(readAddresses(value)).toBeUndefined()
  },
)

test('F25 readChain: a bigint is a number; readAddresses: reads the first of an endless list', () => {
  expect(readChain(10n)).toBe('eip155:10')
  const many = Array.from({ length: 5_000 }, (_, at) => `0x${String(at).padStart(40, '0')}`)
  expect(readAddresses(many)).toHaveLength(1_000)
})

test('T-23 readChain, readAddresses: a throwing object names nothing', () => {
  expect([readChain(throwing), readChain([throwing]), readAddresses(throwing)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('readAddresses: an empty list means no accounts', () => {
  expect([readAddresses([]), readAddresses({ accounts: [] })]).toEqual([[], []])
})
