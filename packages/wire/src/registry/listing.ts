import { isChainId, isNamespace } from '../caip/caip.ts'
import { InvalidListingError } from '../errors.ts'
import { given } from '../given.ts'
import { asInteger, asObject, asString, field } from '../read.ts'
import { visibleText } from '../visibleText.ts'
import { type BrowserLinks, parseBrowserLinks } from './browserLink.ts'
import { isListingId } from './listingId.ts'
import { tidyNativeLink } from './pairingLink.ts'
import { parseRelayAddress } from './relayAddress.ts'
import { parseNativeLink, parseWebLink } from './walletLink.ts'

/** The links that open a wallet on one kind of device. `native` is `scheme://…`, `universal` is an https address. */
export type WalletLinks = { readonly native: string | undefined; readonly universal: string | undefined }

/** Where to get a wallet. Addresses of app and extension stores are on the store's own host. */
export type StoreLinks = { readonly [store in StoreName]?: string }
export type StoreName =
  | 'ios'
  | 'android'
  | 'chrome'
  | 'firefox'
  | 'edge'
  | 'opera'
  | 'safari'
  | 'mac'
  | 'windows'
  | 'linux'
  | 'browser'

/** One wallet's entry in the registry. */
export type Listing = {
  readonly id: string
  readonly name: string
  readonly imageId: string | undefined
  readonly homepage: string | undefined
  readonly app: StoreLinks
  readonly mobile: WalletLinks
  readonly desktop: WalletLinks
  readonly chains: readonly string[]
  readonly rdns: string | undefined
  /** Further rdns of the same wallet, such as that of its own browser on phones. Absent if the wallet has only one. */
  readonly otherRdns?: readonly string[]
  /** How a page opens in the wallet's own browser on phones. Absent if that is not known. */
  readonly browser?: BrowserLinks
  /** Operators' own relays that the wallet listens on, in addition to its built-in relay. Absent without such relays. */
  readonly relays?: readonly string[]
}

/** One page of listings. `total` counts all pages. */
export type ListingPage = { readonly listings: readonly Listing[]; readonly total: number; readonly page: number }

/** The parameters of a page of listings. `page` starts at 1. */
export type ListingQuery = {
  readonly page: number
  readonly entries: number
  readonly search: string
  readonly chains: readonly string[]
  readonly includeIds: readonly string[]
  readonly excludeIds: readonly string[]
}

/** Registry constants: the page size is C2 of the specification. */
export const listingLimits = {
  pageSize: 40,
  maxEntries: 100,
  searchLength: 64,
  nameLength: 64,
  otherRdns: 8,
  relays: 8,
  responseBytes: 1024 * 1024,
} as const

const rdnsPattern = /^[a-zA-Z0-9][a-zA-Z0-9.-]{1,127}$/
const storeHosts: Readonly<Record<StoreName, readonly string[] | undefined>> = {
  ios: ['apps.apple.com', 'itunes.apple.com'],
  android: ['play.google.com'],
  chrome: ['chrome.google.com', 'chromewebstore.google.com'],
  firefox: ['addons.mozilla.org'],
  edge: ['microsoftedge.microsoft.com'],
  opera: ['addons.opera.com'],
  safari: ['apps.apple.com', 'itunes.apple.com'],
  mac: undefined,
  windows: undefined,
  linux: undefined,
  browser: undefined,
}
const links = { native: 'text?', universal: 'text?' } as const
const listingShape = {
  id: 'text',
  name: 'text',
  imageId: 'text?',
  homepage: 'text?',
  app: 'object',
  mobile: links,
  desktop: links,
  chains: 'texts',
  rdns: 'text?',
  otherRdns: 'texts?',
  browser: 'object?',
  relays: 'texts?',
} as const
const storeNames = /* @__PURE__ */ Object.keys(storeHosts) as readonly StoreName[]

/**
 * Reads one listing in the registry's JSON form. It copies known fields by name into a fresh object. A link that breaks a rule
 * is left out; a listing without a usable id or name is refused.
 * @throws InvalidListingError
 */
export function parseListing(value: unknown): Listing {
  const object = asObject(value)
  if (object === undefined) throw new InvalidListingError('A listing is an object.')
  const id = field(object, 'id')
  if (!isListingId(id)) throw new InvalidListingError('A listing id has 1 to 64 characters of a-z, 0-9 and "-".')
  const name = parseName(field(object, 'name'))
  const imageId = field(object, 'image_id')
  const chains = field(object, 'chains')
  const rdns = asString(field(object, 'rdns'), 128)
  const otherRdns = parseOtherRdns(field(object, 'other_rdns'))
  const browser = parseBrowserLinks(field(object, 'browser'))
  const relays = parseRelays(field(object, 'relays'))
  return {
    id,
    name,
    imageId: isListingId(imageId) ? imageId : undefined,
    homepage: parseWebLink(field(object, 'homepage')),
    app: parseStores(field(object, 'app')),
    mobile: parseLinks(field(object, 'mobile')),
    desktop: parseLinks(field(object, 'desktop')),
    chains: Array.isArray(chains)
      ? chains.filter((chain) => typeof chain === 'string' && (isNamespace(chain) || isChainId(chain))).slice(0, 256)
      : [],
    rdns: rdns !== undefined && rdnsPattern.test(rdns) ? rdns : undefined,
    ...(otherRdns.length > 0 && { otherRdns }),
    ...(browser !== undefined && { browser }),
    ...(relays.length > 0 && { relays }),
  }
}

function parseOtherRdns(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter((each) => typeof each === 'string' && rdnsPattern.test(each)).slice(0, listingLimits.otherRdns)
}

function parseRelays(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each) => parseRelayAddress(each) ?? []).slice(0, listingLimits.relays)
}

/** Writes a listing in the registry's JSON form (D1: id, name, image_id, homepage, app, mobile, desktop). */
export function formatListing(listing: Listing): object {
  given('listing', listing, listingShape)
  return {
    id: listing.id,
    name: listing.name,
    image_id: listing.imageId ?? null,
    homepage: listing.homepage ?? null,
    app: listing.app,
    mobile: { native: listing.mobile.native ?? null, universal: listing.mobile.universal ?? null },
    desktop: { native: listing.desktop.native ?? null, universal: listing.desktop.universal ?? null },
    chains: listing.chains,
    rdns: listing.rdns ?? null,
    // Absent if empty, so that the digests of listings without these fields stay the same.
    ...(listing.otherRdns?.length && { other_rdns: listing.otherRdns }),
    ...(listing.browser !== undefined && { browser: listing.browser }),
    ...(listing.relays?.length && { relays: listing.relays }),
  }
}

/**
 * Reads a page of listings. Listings come as an array or, from older registries, as an object keyed by id. Malformed listings
 * are left out, so that one of them cannot empty the page.
 * @throws InvalidListingError - if the page itself is malformed
 */
export function parseListingPage(value: unknown): ListingPage {
  const object = asObject(value)
  const raw = object && field(object, 'listings')
  const items = Array.isArray(raw) ? raw : Object.values(asObject(raw) ?? {})
  const total = object && asInteger(field(object, 'total'), 0, 1_000_000)
  if (object === undefined || raw === undefined || total === undefined) {
    throw new InvalidListingError('A page of listings needs listings and total.')
  }
  const listings = items.slice(0, listingLimits.maxEntries).flatMap((item) => {
    try {
      return [parseListing(item)]
    } catch {
      return []
    }
  })
  return { listings, total, page: asInteger(field(object, 'page'), 1, 1_000_000) ?? 1 }
}

/** Writes a listing query as search params (L1: page, entries, search, version 2, chains comma-joined). */
export function formatListingQuery(query: ListingQuery): URLSearchParams {
  const { page, entries, search, ...lists } = query ?? {}
  const areLists = [lists.chains, lists.includeIds, lists.excludeIds].every((list) =>
    list?.every?.((id) => id?.trim?.()),
  )
  if (!Number.isFinite(page) || !Number.isFinite(entries) || typeof search !== 'string' || !areLists)
    throw new InvalidListingError('A query has page, entries, search, and the lists chains, includeIds and excludeIds.')
  const params = new URLSearchParams({ page: String(query.page), entries: String(query.entries), version: '2' })
  if (query.search !== '') params.append('search', query.search)
  if (query.chains.length > 0) params.append('chains', query.chains.join(','))
  if (query.includeIds.length > 0) params.append('recommendedIds', query.includeIds.join(','))
  if (query.excludeIds.length > 0) params.append('excludedIds', query.excludeIds.join(','))
  return params
}

/**
 * Reads a listing query from search params. Defaults: page 1, 40 entries, no filters.
 * @throws InvalidListingError - on a value out of bounds
 */
export function parseListingQuery(params: URLSearchParams): ListingQuery {
  if (!(params instanceof URLSearchParams)) throw new InvalidListingError('`params` must be URLSearchParams.')
  const list = (name: string) => (params.get(name) ?? '').split(',').filter((item) => item !== '')
  const search = (params.get('search') ?? '').trim()
  if (search.length > listingLimits.searchLength)
    throw new InvalidListingError(`search may have ${listingLimits.searchLength} characters.`)
  const includeIds = list('recommendedIds')
  const excludeIds = list('excludedIds')
  const chains = list('chains')
  if (![...includeIds, ...excludeIds].every(isListingId))
    throw new InvalidListingError('recommendedIds and excludedIds hold listing ids.')
  if (!chains.every((chain) => isNamespace(chain) || isChainId(chain)))
    throw new InvalidListingError('chains holds CAIP-2 chain ids.')
  return {
    page: parseCount(params.get('page'), 1, 1_000_000, 1, 'page'),
    entries: parseCount(params.get('entries'), 1, listingLimits.maxEntries, listingLimits.pageSize, 'entries'),
    search,
    chains,
    includeIds,
    excludeIds,
  }
}

function parseCount(text: string | null, min: number, max: number, fallback: number, name: string): number {
  if (text === null || text === '') return fallback
  const count = /^\d{1,7}$/.test(text) ? asInteger(Number(text), min, max) : undefined
  if (count === undefined) throw new InvalidListingError(`${name} is a whole number from ${min} to ${max}.`)
  return count
}

function parseName(value: unknown): string {
  const text = asString(value, 1024)
  const name = text === undefined ? '' : visibleText(text)
  if (name === '' || name.length > listingLimits.nameLength) {
    throw new InvalidListingError(`A listing name has 1 to ${listingLimits.nameLength} visible characters.`)
  }
  return name
}

function parseLinks(value: unknown): WalletLinks {
  const object = asObject(value) ?? {}
  // Older registries write a bare scheme, and some wallets gave them the two links in the other's place.
  const [native, universal] = [field(object, 'native'), field(object, 'universal')]
  const readNative = (link: unknown) => (typeof link === 'string' ? parseNativeLink(tidyNativeLink(link)) : undefined)
  return {
    native: readNative(native) ?? readNative(universal),
    universal: parseWebLink(universal) ?? parseWebLink(native),
  }
}

function parseStores(value: unknown): StoreLinks {
  const object = asObject(value) ?? {}
  const entries = storeNames.flatMap((store) => {
    const link = parseWebLink(field(object, store))
    if (link === undefined) return []
    const hosts = storeHosts[store]
    // A link of parseWebLink has the host between the second slash and the third.
    return hosts === undefined || hosts.includes(link.split('/', 3)[2] ?? '') ? [[store, link] as const] : []
  })
  return Object.fromEntries(entries)
}
