import type { Listing, Platform, StoreName } from '@hawser/core'
import type { Messages } from '../../messages/modal/en.ts'

/** A place to install a wallet from, by name. */
export type Store = { readonly text: string; readonly href: string }

// Product names, the same in every language.
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

/** The places to install a wallet from for the visitor's device. */
export function storesFor({ app }: Listing, platform: Platform, messages: Messages): readonly Store[] {
  const stores: readonly (readonly [string, string | undefined])[] =
    platform.device === 'desktop'
      ? desktopStores.map((name) => [storeTexts[name], app[name]])
      : [
          ...(platform.isAndroid ? [] : [[messages.appStore, app.ios] as const]),
          ...(platform.isIos ? [] : [[messages.googlePlay, app.android] as const]),
        ]
  // A listing's addresses were checked when it was read. They are checked again before they open (T-10).
  return stores.flatMap(([text, href]) => (href?.startsWith('https://') ? [{ text, href }] : []))
}
