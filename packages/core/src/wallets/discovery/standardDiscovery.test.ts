import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRegisteredWallet } from './registeredWallet.fixture.ts'
import { createStandardDiscovery } from './standardDiscovery.ts'

// `@wallet-standard/app` is the page's side of the standard, by the standard's makers: the discovery must find the same
// wallets.

let scope = new EventTarget()
beforeEach(() => {
  scope = new EventTarget()
  vi.stubGlobal('window', scope)
  // The library keeps one list for the page, in its module.
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

async function open() {
  const { getWallets } = await import('@wallet-standard/app')
  const discovery = createStandardDiscovery({ scope, onChange() {} })
  return { getWallets, discovery, names: () => discovery.wallets().map(({ name }) => name) }
}

test.each(['before', 'after'])('finds wallets beside the standard’s own library that is there %s us', async (when) => {
  const { getWallets, discovery, names } = await open()
  registerWallet(createRegisteredWallet('First'))
  if (when === 'before') getWallets()
  discovery.start()
  const theirs = getWallets()
  registerWallet(createRegisteredWallet('Second'))
  expect(names()).toEqual(['First', 'Second'])
  expect(theirs.get().map(({ name }) => name)).toEqual(names())
})
