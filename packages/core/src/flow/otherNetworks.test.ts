import { type LinkedWallet, parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { otherNetworks } from './otherNetworks.ts'
import type { FlowState } from './state.ts'

const listing = parseListing({ id: 'phantom', name: 'Phantom', rdns: 'app.Phantom' })
const connection = { kind: 'extension', id: 'c1', walletName: 'Phantom', rdns: 'app.Phantom', accounts: [] } as const
const wallet: LinkedWallet = { id: 'w1', accountId: 'eip155:1:0xabc', walletName: 'Phantom', linkedAt: 1 }
const phantom = { listing, via: 'extension', namespace: 'eip155' } as const
const networks = { 'app.phantom': ['eip155', 'solana', 'bip122'] }
const linked: FlowState = { status: 'linked', wallet, connection, choice: phantom }
const none = { wallets: [] }

test('other networks: all of the wallet’s except the linked one', () => {
  expect(otherNetworks({ flow: linked, networks, linkedWallets: none })).toEqual(['solana', 'bip122'])
})

test('other networks: excludes those linked just before and those known to be linked', () => {
  const flow: FlowState = { ...linked, choice: { ...phantom, linkedAs: ['bip122:0:bc1'] } }
  expect(otherNetworks({ flow, networks, linkedWallets: none })).toEqual(['solana'])
  const row = (more: Partial<LinkedWallet>): LinkedWallet => ({ ...wallet, accountId: 'solana:5e:abc', ...more })
  const among = (more: Partial<LinkedWallet>) =>
    otherNetworks({ flow, networks, linkedWallets: { wallets: [row(more)] } })
  expect(among({})).toEqual([])
  expect(among({ walletName: 'Solflare' })).toEqual(['solana'])
  expect(among({ status: 're-prove' })).toEqual(['solana'])
})

test('other networks: empty for one network, no wallet chosen here, or no link yet', () => {
  const of = (flow: FlowState) => otherNetworks({ flow, networks, linkedWallets: none })
  expect(otherNetworks({ flow: linked, linkedWallets: none })).toEqual([])
  expect(
    otherNetworks({ flow: linked, networks: { 'me.rainbow': ['eip155', 'solana'] }, linkedWallets: none }),
  ).toEqual([])
  expect(of({ ...linked, choice: { listing, via: 'qrcode' } })).toEqual([])
  expect(of({ ...linked, choice: undefined })).toEqual([])
  expect(of({ status: 'connecting', pairing: undefined, ...phantom })).toEqual([])
})
