import { expect, test } from 'vitest'
import { canonicalAccountId, canonicalChainId } from './canonicalChainId.ts'

test.each([
  ['eip155:1', 'eip155:1'],
  ['eip155:01', 'eip155:1'],
  ['eip155:0x1', 'eip155:1'],
  ['eip155:0X89', 'eip155:137'],
  ['eip155:0x089', 'eip155:137'],
  ['EIP155:137', 'eip155:137'],
  ['eip155:12345678901234567890123456789012', 'eip155:12345678901234567890123456789012'],
  ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['Solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  // In base58, capitals count.
  ['solana:4SGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'solana:4SGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
  ['bip122:000000000019D6689C085AE165831E93', 'bip122:000000000019d6689c085ae165831e93'],
  ['cosmos:cosmoshub-4', 'cosmos:cosmoshub-4'],
  ['eip155:one', 'eip155:one'],
  ['eip155:constructor', 'eip155:constructor'],
  ['nothing', 'nothing'],
  ['', ''],
  ['eip155:0x1:0xab', 'eip155:0x1:0xab'],
])('canonicalChainId: %s is %s', (given, one) => {
  expect(canonicalChainId(given)).toBe(one)
  expect(canonicalChainId(canonicalChainId(given))).toBe(one)
})

test('canonicalAccountId: the chain by its one name, the address as it is', () => {
  expect(canonicalAccountId('EIP155:0x1:0xAbCd')).toBe('eip155:1:0xAbCd')
  expect(canonicalAccountId('solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ:Abc')).toBe(
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:Abc',
  )
})
