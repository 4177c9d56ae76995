import { createLinker, type Platform } from '@hawser/core'
import { expect, test } from 'vitest'
import { withNamedWallets } from './namedWallets.ts'

const desktop: Platform = { device: 'desktop', isIos: false, isAndroid: false, isTelegram: false }

function shownOn(platform: Platform): readonly string[] {
  const linker = createLinker({
    relayUrl: '',
    metadata: { name: '', description: '', url: '', icons: [] },
    chains: [],
    platform,
  })
  const named = withNamedWallets(linker, { mobile: ['RAINBOW', 'trust'], desktop: undefined })
  return named.getState().wallets.shown.map(({ listing }) => listing.name)
}

test('withNamedWallets: only those whose name has one of the parts, where any are named', () => {
  expect(shownOn(desktop).length).toBeGreaterThan(2)
  expect([...shownOn({ ...desktop, device: 'phone', isIos: true })].sort()).toEqual(['Rainbow', 'Trust Wallet'])
})
