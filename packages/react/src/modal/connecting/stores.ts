import type { Listing, Platform, StoreName } from '@hawser/core'
import type { Messages } from '../../messages/modal/en.ts'

/** Where a wallet can be had, by the name of the place. */
export type Store = { readonly text: string; readonly href: string }

// Names of products, the same in every language.
const storeTexts = {
  chrome: 'Chrome',
  firefox: 'Firefox',
  edge: 'Edge',
  safari: 'Safari',
  opera: 'Opera',
  mac: 'macOS',
  windows: 'Windows',
  linux: 'Linux',
} as const satisfies Partial<Record<StoreName, string>>
const desktopStores = ['chrome', 'firefox', 'edge', 'safari', 'opera', 'mac', 'windows', 'linux'] as const

/** Where a wallet can be had for the device the visitor is on. */
export function storesFor({ app }: Listing, platform: Platform, messages: Messages): readonly Store[] {
  const stores: readonly (readonly [string, string | undefined])[] =
    platform.device === 'desktop'
      ? desktopStores.map((name) => [storeTexts[name], app[name]])
      : [
          ...(platform.isAndroid ? [] : [[messages.appStore, app.ios] as const]),
          ...(platform.isIos ? [] : [[messages.googlePlay, app.android] as const]),
        ]
  // A listing's addresses are checked where they are read; an address is opened from here all the same (T-10).
  return stores.flatMap(([text, href]) => (href?.startsWith('https://') ? [{ text, href }] : []))
}
