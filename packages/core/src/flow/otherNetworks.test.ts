import { type LinkedWallet, parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { otherNetworks } from './otherNetworks.ts'
import type { FlowState } from './state.ts'

const listing = parseListing({ id: 'phantom', name: 'Phantom', rdns: 'app.Phantom' })
const connection = { kind: 'extension', id: 'c1', walletName: 'Phantom', rdns: 'app.Phantom', accounts: [] } as const
const wallet: LinkedWallet = { id: 'w1', accountId: 'eip155:1:0xabc', walletName: 'Phantom', linkedAt: 1 }
const linked: FlowState = { status: 'linked', wallet, connection, choice: { listing, via: 'extension' } }
const networks = { 'app.phantom': ['eip155', 'solana', 'bip122'] }
const none = { wallets: [] }

test('other networks: all the wallet has but the one that was linked', () => {
  expect(otherNetworks({ flow: linked, networks, linkedWallets: none })).toEqual(['solana', 'bip122'])
})

test('other networks: those linked just before, and those known to be linked, are left out', () => {
  const flow: FlowState = { ...linked, choice: { listing, via: 'extension', linkedOn: ['bip122'] } }
  expect(otherNetworks({ flow, networks, linkedWallets: none })).toEqual(['solana'])
  const row = (more: Partial<LinkedWallet>): LinkedWallet => ({ ...wallet, accountId: 'solana:5e:abc', ...more })
  const among = (more: Partial<LinkedWallet>) =>
    otherNetworks({ flow, networks, linkedWallets: { wallets: [row(more)] } })
  expect(among({})).toEqual([])
  expect(among({ walletName: 'Solflare' })).toEqual(['solana'])
  expect(among({ status: 're-prove' })).toEqual(['solana'])
})

test('other networks: nothing where the wallet has one, came by a code, or is not linked yet', () => {
  expect(otherNetworks({ flow: linked, linkedWallets: none })).toEqual([])
  expect(
    otherNetworks({ flow: linked, networks: { 'me.rainbow': ['eip155', 'solana'] }, linkedWallets: none }),
  ).toEqual([])
  const byCode: FlowState = { ...linked, choice: { listing, via: 'qrcode' } }
  expect(otherNetworks({ flow: byCode, networks, linkedWallets: none })).toEqual([])
  expect(otherNetworks({ flow: { ...linked, choice: undefined }, networks, linkedWallets: none })).toEqual([])
  expect(otherNetworks({ flow: { status: 'closed' }, networks, linkedWallets: none })).toEqual([])
})
