import type { AccountId, Listing } from '@hawser/wire'
import type { Platform } from '../platform/platform.ts'
import { normalizeRdns } from './discovery/rdns.ts'

/**
 * How a chosen wallet is reached: an extension of this browser, an app on this phone, an app on this computer, a web
 * page, or a phone that scans.
 */
export type Via = 'mobile' | 'desktop' | 'web' | 'qrcode' | 'extension'

/** The wallet that the visitor picked, and how it is reached. */
export type Choice = {
  readonly listing: Listing
  readonly via: Via
  /** The namespace of the network to ask an extension for, if the extension has several networks. */
  readonly namespace?: string | undefined
  /** The wallet's accounts on other networks, which were linked just before. */
  readonly linkedAs?: readonly AccountId[]
}

/**
 * Returns how a chosen wallet is reached (S3, S4). Undefined when it can only be installed. An extension of this
 * browser comes first, even in a phone's browser. On a phone: mobile link, else web link. On a desktop: desktop link,
 * else web link, else the phone that scans.
 */
export function viaForListing(
  listing: Listing,
  platform: Platform,
  installed: readonly string[] = [],
): Via | undefined {
  if (hasVia(listing, 'extension', installed)) return 'extension'
  if (platform.device === 'phone') {
    if (hasVia(listing, 'mobile')) return 'mobile'
  } else if (hasVia(listing, 'desktop')) return 'desktop'
  if (hasVia(listing, 'web')) return 'web'
  return platform.device === 'desktop' && hasVia(listing, 'qrcode') ? 'qrcode' : undefined
}

/** Whether the page that a handoff opens on a phone has a way into the wallet there. */
export function isReachedByHandoff({ browser }: Listing): boolean {
  return [browser?.ios, browser?.android].some((link) => link !== undefined && link.confidence !== 'low')
}

/** The networks, as namespaces, of each wallet that has several, by rdns. */
export type NetworksOfWallets = Readonly<Record<string, readonly string[]>>

/**
 * Returns the page's networks, as namespaces, of a wallet in this browser that has several: the visitor chooses one of
 * these.
 */
export function networksOf(listing: Listing, networks: NetworksOfWallets | undefined): readonly string[] | undefined {
  return networks?.[normalizeRdns(listing.rdns ?? '')]
}

/** Whether a wallet can be reached through `via`. `installed` names the extensions announced in this browser by rdns. */
export function hasVia(listing: Listing, via: Via, installed: readonly string[] = []): boolean {
  if (via === 'extension') return listing.rdns !== undefined && installed.includes(normalizeRdns(listing.rdns))
  if (via === 'desktop') return listing.desktop.native !== undefined
  if (via === 'web') return listing.desktop.universal !== undefined
  return listing.mobile.native !== undefined || listing.mobile.universal !== undefined
}

/**
 * Returns the other ways to reach a wallet on this platform: the Browser, Mobile, Desktop and Web buttons of the
 * connecting views.
 */
export function otherVias(
  listing: Listing,
  via: Via,
  platform: Platform,
  installed: readonly string[] = [],
): readonly Via[] {
  const apps: readonly Via[] = platform.device === 'phone' ? ['mobile', 'web'] : ['qrcode', 'desktop', 'web']
  const candidates: readonly Via[] = ['extension', ...apps]
  return candidates.filter((candidate) => candidate !== via && hasVia(listing, candidate, installed))
}
