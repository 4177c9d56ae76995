import type { Listing } from '@hawser/wire'
import type { Platform } from '../../platform/platform.ts'
import type { WalletPage } from './walletPage.ts'

/** Whether a wallet's own browser on this phone is a way to link it: it is listed with a link somebody vouches for, and a network of the page. */
export function hasBrowserLink(
  { browser }: Pick<Listing, 'browser'>,
  { walletPage, platform }: { readonly walletPage?: WalletPage | undefined; readonly platform: Platform },
): boolean {
  const link = browser?.[platform.isIos ? 'ios' : 'android']
  if (walletPage === undefined || link === undefined || !(platform.isIos || platform.isAndroid)) return false
  if (link.confidence === 'low' && !walletPage.allowsUntested) return false
  return walletPage.namespaces.some((namespace) => browser?.namespaces.includes(namespace))
}
