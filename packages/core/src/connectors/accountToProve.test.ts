import type { AccountId, LinkedWallet } from '@hawser/wire'
import { expect, test } from 'vitest'
import { accountToProve } from './accountToProve.ts'

const ethereum: AccountId = 'eip155:1:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
const polygon: AccountId = 'eip155:137:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
const solana: AccountId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1'
const bitcoin: AccountId = 'bip122:000000000019d6689c085ae165831e93:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const scriptOfBitcoin: AccountId = 'bip122:000000000019d6689c085ae165831e93:3KHhcgwPgYF9hE77zaKy2G36dpkcNtvQ33'
const chains = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
] as const
const namespaces = {
  // The wallet's own order does not matter.
  bip122: { accounts: [scriptOfBitcoin, bitcoin], methods: ['signMessage'], events: [] },
  solana: { accounts: [solana], methods: ['solana_signMessage'], events: [] },
  eip155: { accounts: [polygon, ethereum], methods: ['personal_sign'], events: [] },
}

function linked(accountId: AccountId, more: Partial<LinkedWallet> = {}): LinkedWallet {
  return { id: accountId, accountId, walletName: undefined, linkedAt: 1, ...more }
}

test('link: proves the shared account on the host app’s first chain', () => {
  expect(accountToProve({ namespaces, chains, linked: [] })).toBe(ethereum)
  expect(accountToProve({ namespaces, chains: [...chains].reverse(), linked: [] })).toBe(bitcoin)
})

test('link: a linked account gives way to the next, and is proven again when all are linked', () => {
  expect(accountToProve({ namespaces, chains, linked: [linked(ethereum)] })).toBe(solana)
  expect(accountToProve({ namespaces, chains, linked: [linked(solana), linked(ethereum)] })).toBe(bitcoin)
  const all = [linked(ethereum), linked(solana), linked(bitcoin)]
  expect(accountToProve({ namespaces, chains, linked: all })).toBe(ethereum)
})

test('link: an address has one owner on all chains of its namespace, in any letter case', () => {
  const wide = ['eip155:137', ...chains] as const
  const lower: AccountId = `eip155:1:${ethereum.slice('eip155:1:'.length).toLowerCase()}`
  expect(accountToProve({ namespaces, chains: wide, linked: [linked(lower)] })).toBe(solana)
  // Solana addresses are case-sensitive, so this is another key.
  const otherCase: AccountId = `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${'g'}${solana.slice(-43)}`
  expect(accountToProve({ namespaces, chains, linked: [linked(ethereum), linked(otherCase)] })).toBe(solana)
})

test('link: an account with an underscore, as TON has, leaves the others to be proven', () => {
  const ton: AccountId = 'ton:-239:UQBxF7mNhC0pB_0lTe3d_RkNz4PzLsV8sTdWqYcX0aJ2bK9e'
  const more = { ton: { accounts: [ton], methods: ['ton_signData'], events: [] }, ...namespaces }
  for (const wide of [['ton:-239', ...chains] as const, [...chains, 'ton:-239'] as const])
    expect(accountToProve({ namespaces: more, chains: wide, linked: [] })).toBe(ethereum)
  expect(accountToProve({ namespaces: { ton: more.ton }, chains: ['ton:-239'], linked: [] })).toBe(ton)
})

test('link: a link that no longer counts is proven again', () => {
  for (const status of ['stale', 're-prove'] as const)
    expect(accountToProve({ namespaces, chains, linked: [linked(ethereum, { status })] })).toBe(ethereum)
  expect(accountToProve({ namespaces, chains, linked: [linked(ethereum, { status: 'active' })] })).toBe(solana)
})

test('link: skips an account that cannot be proven in favour of one that can', () => {
  const silent = { ...namespaces, eip155: { ...namespaces.eip155, methods: ['eth_sendTransaction'] } }
  expect(accountToProve({ namespaces: silent, chains, linked: [] })).toBe(solana)
  const { eip155 } = silent
  // No other account is there: the request reports what is missing.
  expect(accountToProve({ namespaces: { eip155 }, chains, linked: [] })).toBe(ethereum)
})

test('link: no account on any of the chains gives no account', () => {
  const { eip155 } = namespaces
  expect(accountToProve({ namespaces: { eip155 }, chains: [chains[1]], linked: [] })).toBeUndefined()
})

const key = '8sbwsw9cnbGTy8L4CN8guhQ4fU3T8D4Qiq71f72ECbKe'
// reown-com/appkit#2458, #3205.
test.each([
  ['F21a', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
  ['F21b', 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['F21', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'],
  ['F21', 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
] as const)('%s link: finds an account on %s if it is granted on %s', (_, asked, granted) => {
  const accountId: AccountId = `${granted}:${key}`
  const solana = { accounts: [accountId], methods: ['solana_signMessage'], events: [] }
  expect(accountToProve({ namespaces: { solana }, chains: [asked], linked: [] })).toBe(accountId)
  expect(accountToProve({ namespaces: { solana }, chains: [asked], linked: [linked(`${asked}:${key}`)] })).toBe(
    accountId,
  )
})

test.each([
  ['eip155:1', 'eip155:0x1:0xE5A12547FE4E872D192E3ECECB76F2CE1AEA4946', 'personal_sign'],
  ['eip155:137', 'eip155:0137:0xe5a12547fe4e872d192e3ececb76f2ce1aea4946', 'personal_sign'],
  ['eip155:0x89', 'eip155:137:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946', 'personal_sign'],
  [
    'bip122:000000000019d6689c085ae165831e93',
    'bip122:000000000019D6689C085AE165831E93:BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU',
    'signMessage',
  ],
] as const)('F21 link: on %s the account %s is found', (asked, granted, method) => {
  const [namespace = ''] = granted.split(':')
  const namespaces = { [namespace]: { accounts: [granted], methods: [method], events: [] } }
  expect(accountToProve({ namespaces, chains: [asked], linked: [] })).toBe(granted)
})

test('F21 link: another cluster of Solana is another chain', () => {
  const solana = { accounts: [`solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${key}` as const], methods: [], events: [] }
  const chains = ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'] as const
  expect(accountToProve({ namespaces: { solana }, chains, linked: [] })).toBeUndefined()
})
