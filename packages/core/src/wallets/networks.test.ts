import { expect, test } from 'vitest'
import type { KeyValue } from '../platform/keyValue.ts'
import type { PageWallet } from './discovery/pageWallets.ts'
import { listNetworks, writeRecentNetwork } from './networks.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

function walletOf(rdns: string, ...namespaces: readonly string[]): PageWallet {
  const rdnsOf = Object.fromEntries(namespaces.map((namespace) => [namespace, `${rdns}-${namespace}`]))
  return { uuid: rdns, name: rdns, icon: undefined, rdns, rdnsOf }
}

function createStorage(): KeyValue & { readonly reads: () => number } {
  const kept = new Map<string, string>()
  let reads = 0
  return {
    reads: () => reads,
    get(key) {
      reads += 1
      return kept.get(key)
    },
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  }
}

const phantom = walletOf('app.phantom', 'eip155', 'solana', 'bip122')

test('networks: those of a wallet that the page uses, in the order of its chains', () => {
  const storage = createStorage()
  const wallets = [phantom, walletOf('me.rainbow', 'eip155')]
  expect(listNetworks(wallets, ['eip155:1', solana, 'eip155:137'], storage)).toEqual({
    'app.phantom': ['eip155', 'solana'],
  })
  expect(listNetworks(wallets, [solana, 'eip155:1'], storage)).toEqual({ 'app.phantom': ['solana', 'eip155'] })
})

test('networks: with one in common there is no choice, and nothing is read', () => {
  const storage = createStorage()
  expect(listNetworks([phantom], ['eip155:1', 'eip155:137'], storage)).toBe(undefined)
  expect(listNetworks([walletOf('me.rainbow', 'eip155')], ['eip155:1', solana], storage)).toBe(undefined)
  expect(storage.reads()).toBe(0)
})

test('networks: the last choice comes first, with anything else in the storage', () => {
  const storage = createStorage()
  const list = () => listNetworks([phantom], ['eip155:1', solana], storage)?.['app.phantom']
  writeRecentNetwork(storage, 'solana')
  expect(list()).toEqual(['solana', 'eip155'])
  for (const other of ['bip122', '', '<img src=x>', '__proto__']) {
    storage.set('hawser.network', other)
    expect(list(), other).toEqual(['eip155', 'solana'])
  }
})
