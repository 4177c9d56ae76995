import { expect, test } from 'vitest'
import { decodeBitcoinAddress, decodeBitcoinSignature } from './bitcoinAddress.ts'

// Test vectors of BIP-173 and BIP-350 (BSD-2-Clause): the mainnet addresses of one key, and texts that must be refused.
test.each([
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'p2wpkh', '751e76e8199196d454941c45d1b3a323f1433bd6'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'p2wpkh', '751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'p2tr',
    '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
])('decodeBitcoinAddress: reads %s', (text, kind, program) => {
  const decoded = decodeBitcoinAddress(text)
  expect(decoded).toMatchObject({ kind, address: text.toLowerCase() })
  expect(Buffer.from(decoded?.program ?? []).toString('hex')).toBe(program)
})

test.each([
  ['mixed case', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['a wrong checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['version 0 in bech32m', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  ['version 1 in bech32', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['a script (P2WSH)', 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9'],
  ['version 1 with 40 bytes', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
  ['version 1 with 2 bytes (pay to anchor)', 'bc1pfeessrawgf'],
  ['version 2', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
  ['version 16', 'BC1SW50QGDZ25J'],
  ['version 0 with 16 bytes', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
  ['more than four bits of padding', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
  ['a letter bech32 has not', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
  ['no data', 'bc1gmk9yu'],
  ['testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['another network', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut'],
  ['an address of a key before SegWit (P2PKH)', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['an address of a script before SegWit (P2SH)', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['a space behind', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 '],
  ['a URI', 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['a letter whose lower case is ASCII', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7\u212Av8f3t4'],
  ['nothing', ''],
])('decodeBitcoinAddress: refuses %s', (_, text) => {
  expect(decodeBitcoinAddress(text)).toBeUndefined()
})

test('decodeBitcoinAddress: refuses any one changed letter', () => {
  for (const address of [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ]) {
    for (let index = 3; index < address.length; index += 1) {
      for (const letter of 'qpzry9x8gf2tvdw0s3jn54khce6mua7l') {
        if (letter === address[index]) continue
        expect(decodeBitcoinAddress(address.slice(0, index) + letter + address.slice(index + 1))).toBeUndefined()
      }
    }
  }
})

test('decodeBitcoinSignature: one text for one value', () => {
  expect(decodeBitcoinSignature('AUI=')).toEqual(Uint8Array.of(1, 0x42))
  for (const text of ['AUJ=', 'AUI', 'AUI==', 'AUI=\n', ' AUI=', 'AU I=', 'A_-=', '====', '', 'AAAA'.repeat(1025)])
    expect(decodeBitcoinSignature(text), text.slice(0, 10)).toBeUndefined()
})
