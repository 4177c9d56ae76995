import type { Listing } from '@hawser/wire'
import type { Platform } from '../platform/platform.ts'
import { findBrowserLink } from '../wallets/walletBrowser/findBrowserLink.ts'
import type { WalletPage } from '../wallets/walletBrowser/walletPage.ts'

/** A wallet of this phone that opens the page in its own browser. `href` is for an anchor: phones open apps from a tap only. */
export type BrowserWallet = { readonly id: string; readonly name: string; readonly href: string }

/** Those of the listings that have a link for this phone, for an account that is wanted. None on a desktop. */
export function listBrowserWallets(
  listings: readonly Pick<Listing, 'id' | 'name' | 'browser'>[],
  { isIos, isAndroid }: Pick<Platform, 'isIos' | 'isAndroid'>,
  walletPage: WalletPage,
): readonly BrowserWallet[] {
  const platform: Platform = { device: 'phone', isIos, isAndroid, isTelegram: false }
  return listings.flatMap((listing) => {
    const link = findBrowserLink(listing, { walletPage, platform })
    return link === undefined ? [] : [{ id: listing.id, name: listing.name, href: link.href }]
  })
}
