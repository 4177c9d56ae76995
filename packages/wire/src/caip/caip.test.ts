import { readFileSync } from 'node:fs'
import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAccountId, isChainId, ownerKeyOf } from './caip.ts'
import { InvalidAccountIdError, InvalidChainIdError, parseAccountId, parseChainId } from './parseCaip.ts'

const vectors: Record<'caip2_accept' | 'caip2_reject' | 'caip10_accept' | 'caip10_reject', string[]> = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/caip/caip-vectors.json', import.meta.url), 'utf8'),
)

test.each(vectors.caip2_accept)('R4 parseChainId: accepts %s', (text) => {
  expect(parseChainId(text).chainId).toBe(text)
})

test.each(vectors.caip2_reject)('R4 parseChainId: refuses %j', (text) => {
  expect(() => parseChainId(text)).toThrow(InvalidChainIdError)
})

test.each(vectors.caip10_accept)('R4 parseAccountId: accepts %s', (text) => {
  const account = parseAccountId(text)
  expect(`${account.chainId}:${account.address}`).toBe(text)
})

// The last vector is a checksum case: the grammar lets it through, the verifier of link refuses it.
test.each(vectors.caip10_reject.map((text) => text.split(' (bad')[0] ?? '').slice(0, -1))(
  'R4 parseAccountId: refuses %j',
  (text) => {
    expect(() => parseAccountId(text)).toThrow(InvalidAccountIdError)
  },
)

test.each([undefined, null, 1, {}, [], true])('parseChainId and parseAccountId: refuse %j', (value) => {
  expect(() => parseChainId(value)).toThrow(InvalidChainIdError)
  expect(() => parseAccountId(value)).toThrow(InvalidAccountIdError)
})

test('isChainId and isAccountId: any text either matches in whole or not at all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      if (isChainId(text)) expect(text).toMatch(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)
      if (isAccountId(text)) expect(text.split(':')).toHaveLength(3)
      expect(isChainId(`${text}\n`)).toBe(false)
    }),
    { numRuns: runs(2000) },
  )
})

test('ownerKeyOf: one address on all chains of its namespace; case counts only where it must', () => {
  expect(ownerKeyOf('eip155:137:0xABcd')).toBe(ownerKeyOf('eip155:1:0xabCD'))
  expect(ownerKeyOf('eip155:1:0xab')).not.toBe(ownerKeyOf('eip155:1:0xac'))
  expect(ownerKeyOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:Abc')).not.toBe(
    ownerKeyOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc'),
  )
  const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
  const segwit = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
  // BIP-173 allows either case. Older addresses are base58, in which case tells keys apart.
  expect(ownerKeyOf(`${bitcoin}:${segwit.toUpperCase()}`)).toBe(ownerKeyOf(`${bitcoin}:${segwit}`))
  expect(ownerKeyOf(`${bitcoin}:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa`)).not.toBe(
    ownerKeyOf(`${bitcoin}:1a1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa`),
  )
})
