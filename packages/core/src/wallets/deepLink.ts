import { formatFrontLink, formatPairingLink, type Listing, parseNativeLink, parseWebLink } from '@hawser/wire'
import type { Platform } from '../platform/platform.ts'
import type { Via } from './routes.ts'

/**
 * An address to open. A wallet's own scheme gets `_self`, which keeps the page; other addresses get a tab without an
 * opener.
 */
export type LinkToOpen = { readonly href: string; readonly target: '_self' | '_blank' }

/** The wallet, the kind of its link, and the pairing. */
export type DeepLinkParams = {
  readonly listing: Pick<Listing, 'mobile' | 'desktop'>
  readonly via: Via
  /** Without a pairing URI, the link only brings the wallet to the front. */
  readonly pairingUri: string | undefined
  readonly platform: Platform
  readonly preferUniversal: boolean
}

/**
 * Returns the link that opens a wallet, with a pairing URI if there is one. Undefined when the listing has no link of
 * that kind. Uses only schemes and hosts of the listing. Checks these again here, because a listing can come from the
 * host app's own code.
 */
export function formatDeepLink(params: DeepLinkParams): LinkToOpen | undefined {
  const { listing, via, platform, preferUniversal } = params
  const links = via === 'mobile' ? listing.mobile : listing.desktop
  const native = via === 'web' ? undefined : parseNativeLink(links.native)
  const universal = via === 'desktop' ? undefined : parseWebLink(links.universal)
  const link = preferUniversal ? (universal ?? native) : (native ?? universal)
  if (via === 'qrcode' || link === undefined) return undefined
  // A native link in a new tab leaves an empty tab behind, but inside Telegram only a new tab leaves the app.
  const target = link === native && !platform.isTelegram ? '_self' : '_blank'
  const { pairingUri } = params
  return { href: pairingUri === undefined ? formatFrontLink(link) : formatHref(link, pairingUri, platform), target }
}

function formatHref(link: string, pairingUri: string, { isTelegram, isAndroid }: Platform): string {
  // Telegram on Android decodes a link once before passing it on, except links of its own.
  const isDecoded = isTelegram && isAndroid && !link.startsWith('https://t.me/')
  return formatPairingLink(link, isDecoded ? encodeURIComponent(pairingUri) : pairingUri)
}
