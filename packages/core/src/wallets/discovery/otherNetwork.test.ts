import { expect, test } from 'vitest'
import { otherNetworkOf } from './otherNetwork.ts'

/** Creates a browser with an extension that announces itself for Ethereum, and a wallet of the Wallet Standard. */
function createBrowser(wallets: { readonly rdns?: unknown; readonly standard?: unknown }): EventTarget {
  const scope = new EventTarget()
  scope.addEventListener('eip6963:requestProvider', () => {
    if (wallets.rdns === undefined) return
    scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { rdns: wallets.rdns } } }))
  })
  scope.addEventListener('wallet-standard:app-ready', (event) => {
    if (event instanceof CustomEvent && wallets.standard !== undefined) event.detail.register(wallets.standard)
  })
  return scope
}

const metaMask = { name: 'MetaMask', rdns: 'io.metamask', otherRdns: ['io.metamask.mobile'] }
const solflare = { name: 'Solflare', rdns: undefined }
const hostile = {
  get name(): string {
    throw new Error('hostile')
  },
}

test.each([
  ['only for Ethereum, by its second rdns', { rdns: 'IO.MetaMask.mobile' }, metaMask, ['solana:5eykt'], 'Ethereum'],
  ['only for Ethereum, on a page for Solana', { rdns: 'io.metamask' }, metaMask, ['solana:5eykt'], 'Ethereum'],
  [
    'only for Solana, on a page for Ethereum',
    { standard: { name: 'Solflare', chains: ['solana:mainnet'] } },
    solflare,
    ['eip155:1'],
    'Solana',
  ],
  [
    'only for Bitcoin, on a page for Ethereum',
    { standard: { name: 'Solflare', chains: ['bitcoin:mainnet'] } },
    solflare,
    ['eip155:1'],
    'Bitcoin',
  ],
  [
    'also for the page’s network',
    { rdns: 'io.metamask', standard: { name: 'MetaMask', chains: ['solana:mainnet'] } },
    metaMask,
    ['solana:5eykt'],
    undefined,
  ],
  ['another wallet', { rdns: 'me.rainbow' }, metaMask, ['solana:5eykt'], undefined],
  ['no wallet', {}, metaMask, ['solana:5eykt'], undefined],
  [
    'a network nobody knows',
    { standard: { name: 'Solflare', chains: ['sui:mainnet'] } },
    solflare,
    ['eip155:1'],
    undefined,
  ],
  ['no list of networks', { standard: { name: 'Solflare', chains: 'solana' } }, solflare, ['eip155:1'], undefined],
  ['a wallet that throws when it is read', { standard: hostile }, solflare, ['eip155:1'], undefined],
  ['an announcement of nothing', { rdns: null }, metaMask, ['solana:5eykt'], undefined],
] as const)('present for another network: %s', (_, wallets, listing, chains, network) => {
  expect(otherNetworkOf(createBrowser(wallets), listing, chains)).toBe(network)
})

test('present for another network: outside of a browser there is nothing to ask', () => {
  expect(otherNetworkOf(undefined, metaMask, ['solana:5eykt'])).toBeUndefined()
})
