import { type Listing, parseWebLink } from '@hawser/wire'
import type { Platform } from '../platform/platform.ts'

/** Returns the page from which to install a wallet on this platform: its store on a phone, otherwise its own page. */
export function storeLinkFor(listing: Listing, platform: Platform): string | undefined {
  const { app, homepage } = listing
  const links = platform.isIos ? [app.ios] : platform.isAndroid ? [app.android] : []
  return [...links, homepage, app.browser, app.chrome, app.firefox].map(parseWebLink).find((link) => link !== undefined)
}
