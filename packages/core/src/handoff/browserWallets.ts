import { type HandoffWallet, parseWebLink } from '@hawser/wire'
import type { Platform } from '../platform/platform.ts'
import { findBrowserLink } from '../wallets/walletBrowser/findBrowserLink.ts'
import type { WalletPage } from '../wallets/walletBrowser/walletPage.ts'

/**
 * A wallet for this phone that opens the page in its own browser. `href` is for an anchor: phones open apps only from a tap.
 * `store` is the wallet's store page for this phone.
 */
export type BrowserWallet = {
  readonly id: string
  readonly name: string
  readonly href: string
  readonly store: string | undefined
}

/** Returns the listings with a link for this phone and a requested namespace. Empty on a desktop. */
export function listBrowserWallets(
  listings: readonly HandoffWallet[],
  { isIos, isAndroid }: Pick<Platform, 'isIos' | 'isAndroid'>,
  walletPage: WalletPage,
): readonly BrowserWallet[] {
  const platform: Platform = { device: 'phone', isIos, isAndroid, isTelegram: false }
  return listings.flatMap((listing) => {
    const link = findBrowserLink(listing, { walletPage, platform })
    const { id, name, app } = listing
    // A store address from the host app's code is checked here. A registry's address is checked when it is read (T-10).
    const store = parseWebLink(isIos ? app.ios : app.android)
    return link === undefined ? [] : [{ id, name, href: link.href, store }]
  })
}
