import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnnouncedWallet } from './announcement.ts'
import { findRdns, groupWallets, normalizeName } from './pageWallets.ts'

const wallet = (name: string, rdns: string, icon?: string): AnnouncedWallet => ({ uuid: rdns, name, icon, rdns })
const eip155 = (...wallets: readonly AnnouncedWallet[]) => ({ namespace: 'eip155', wallets })
const solana = (...wallets: readonly AnnouncedWallet[]) => ({ namespace: 'solana', wallets })
const bip122 = (...wallets: readonly AnnouncedWallet[]) => ({ namespace: 'bip122', wallets })

const okx = [
  eip155(wallet('OKX Wallet', 'com.okex.wallet')),
  solana(wallet('OKX Wallet', 'standard-okx-wallet', 'data:image/png;base64,AA==')),
  bip122(wallet('OKX Wallet', 'bitcoin-okx-wallet')),
]

test('groupWallets: a wallet announced in three ways is one, named by the first', () => {
  expect(groupWallets(okx)).toEqual([
    {
      ...wallet('OKX Wallet', 'com.okex.wallet', 'data:image/png;base64,AA=='),
      rdnsOf: { eip155: 'com.okex.wallet', solana: 'standard-okx-wallet', bip122: 'bitcoin-okx-wallet' },
    },
  ])
})

test('groupWallets: the word wallet, spaces and capitals do not make another wallet', () => {
  const groups = groupWallets([
    eip155(wallet('Xverse Wallet', 'com.xverse')),
    solana(wallet('XVERSE', 'standard-xverse')),
    bip122(wallet('Xverse', 'bitcoin-xverse')),
  ])
  expect(groups).toHaveLength(1)
  expect(normalizeName('Wallet')).toBe('wallet')
})

test('T-23 groupWallets: two of one namespace stay two, and the second joins no group', () => {
  const groups = groupWallets([
    eip155(wallet('Phantom', 'app.phantom'), wallet('Phantom', 'evil.example')),
    solana(wallet('Phantom', 'standard-phantom')),
  ])
  expect(groups.map(({ rdnsOf }) => rdnsOf)).toEqual([
    { eip155: 'app.phantom', solana: 'standard-phantom' },
    { eip155: 'evil.example' },
  ])
})

test('T-23 groupWallets: a name in look-alike letters is another wallet', () => {
  const groups = groupWallets([eip155(wallet('Phantom', 'app.phantom')), solana(wallet('Рhantom', 'standard-phantom'))])
  expect(groups).toHaveLength(2)
})

test('findRdns: by the namespace of an account, else by the order of the page’s chains', () => {
  const groups = groupWallets(okx)
  const chains = ['bip122:000000000019d6689c085ae165831e93', 'eip155:1']
  expect(findRdns(groups, 'com.okex.wallet', chains)).toBe('bitcoin-okx-wallet')
  expect(findRdns(groups, 'COM.okex.wallet', chains, 'solana')).toBe('standard-okx-wallet')
  expect(findRdns(groups, 'standard-okx-wallet', ['eip155:1'])).toBe('com.okex.wallet')
  // The wallet has no provider for the network, or is not in the page: the connector reports this.
  expect(findRdns(groups, 'com.okex.wallet', ['tron:0x2b6653dc'])).toBe('com.okex.wallet')
  expect(findRdns(groups, 'me.rainbow', chains)).toBe('me.rainbow')
})

test('groupWallets: every wallet is in exactly one group, with any name', () => {
  const names = fc.constantFrom('A', 'a wallet', 'B', 'Wallet', 'Б')
  const lists = fc.tuple(
    ...['x.', 'standard-', 'bitcoin-'].map((prefix) =>
      fc.array(names, { maxLength: 4 }).map((all) => all.map((name, index) => wallet(name, `${prefix}${index}`))),
    ),
  )
  fc.assert(
    fc.property(lists, ([first = [], second = [], third = []]) => {
      const groups = groupWallets([eip155(...first), solana(...second), bip122(...third)])
      const all = groups.flatMap(({ rdnsOf }) => Object.values(rdnsOf))
      expect([...all].sort()).toEqual([...first, ...second, ...third].map(({ rdns }) => rdns).sort())
    }),
  )
})
