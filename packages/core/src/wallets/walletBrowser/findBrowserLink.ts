import { formatBrowserLink, type Listing } from '@hawser/wire'
import type { Platform } from '../../platform/platform.ts'
import type { LinkToOpen } from '../deepLink.ts'
import type { WalletPage } from './walletPage.ts'

/**
 * Returns the link that opens the page in a wallet's own browser on this phone, for the first of the page's namespaces
 * that this browser supports. Undefined if there is no link, or no confirmed one.
 *
 * @example
 * const link = findBrowserLink(listing, linker.getState())
 */
export function findBrowserLink(
  { browser }: Pick<Listing, 'browser'>,
  { walletPage, platform }: { readonly walletPage?: WalletPage | undefined; readonly platform: Platform },
): LinkToOpen | undefined {
  const system = platform.isIos ? 'ios' : platform.isAndroid ? 'android' : undefined
  if (walletPage === undefined || system === undefined) return undefined
  if (browser?.[system]?.confidence === 'low' && !walletPage.allowsUntested) return undefined
  for (const namespace of walletPage.namespaces) {
    const href = formatBrowserLink(browser, system, { ...walletPage, namespace })
    if (href === undefined) continue
    // As with every link to a wallet: a scheme in a new tab leaves an empty tab behind, but Telegram opens only new tabs.
    return { href, target: href.startsWith('https:') || platform.isTelegram ? '_blank' : '_self' }
  }
  return undefined
}
