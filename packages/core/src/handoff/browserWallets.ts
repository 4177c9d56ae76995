import { formatBrowserLink, type Listing } from '@hawser/wire'
import type { Platform } from '../platform/platform.ts'

/** A wallet of this phone that opens the page in its own browser. `href` is for an anchor: phones open apps from a tap only. */
export type BrowserWallet = { readonly id: string; readonly name: string; readonly href: string }

/** Those of the listings that have a link for this phone which is known to work. None on a desktop. */
export function listBrowserWallets(
  listings: readonly Listing[],
  { isIos, isAndroid }: Pick<Platform, 'isIos' | 'isAndroid'>,
  page: { readonly address: string; readonly appName: string },
): readonly BrowserWallet[] {
  const system = isIos ? 'ios' : isAndroid ? 'android' : undefined
  if (system === undefined) return []
  return listings.flatMap(({ id, name, browser }) => {
    const link = browser?.[system]
    const [namespace] = browser?.namespaces ?? []
    if (link === undefined || link.confidence === 'low' || namespace === undefined) return []
    const href = formatBrowserLink(browser, system, { ...page, namespace })
    return href === undefined ? [] : [{ id, name, href }]
  })
}
