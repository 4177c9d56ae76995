import { createLinker, type Linker, type Platform } from '@hawser/core'
import { expect, test } from 'vitest'
import { withNamedWallets } from './namedWallets.ts'

const desktop: Platform = { device: 'desktop', isIos: false, isAndroid: false, isTelegram: false }

function openOn(platform: Platform): Linker {
  const linker = createLinker({
    relay: { url: '', reach: 'network' },
    metadata: { name: '', description: '', url: '', icons: [] },
    chains: [],
    world: { platform },
  })
  linker.open()
  return withNamedWallets(linker, { mobile: ['RAINBOW', 'trust'], desktop: undefined })
}

const shownBy = (linker: Linker) =>
  linker
    .getState()
    .wallets.shown.map(({ listing }) => listing.name)
    .sort()

test('withNamedWallets: keeps only wallets with one of the given parts in their name, if any', async () => {
  const [onPhone, onDesktop] = [openOn({ ...desktop, device: 'phone', isIos: true }), openOn(desktop)]
  await expect.poll(() => shownBy(onPhone), { timeout: 60_000 }).toEqual(['Rainbow', 'Trust Wallet'])
  onPhone.showView({ name: 'WalletExplorer' })
  const listed = () => {
    const { entries, total } = onPhone.getState().explorer
    return { names: entries.map(({ listing }) => listing.name).sort(), total }
  }
  await expect.poll(listed, { timeout: 60_000 }).toEqual({ names: ['Rainbow', 'Trust Wallet'], total: 2 })
  await expect.poll(() => shownBy(onDesktop).length, { timeout: 60_000 }).toBeGreaterThan(2)
  onPhone.stop()
  onDesktop.stop()
})
