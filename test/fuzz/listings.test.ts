import { formatDeepLink, storeLinkFor } from '@hawser/core'
import { createBundle, createRegistry, createUnsignedBundle } from '@hawser/registry'
import { isNight, volume } from '@hawser/test-kit/night'
import { chooseSeed, createRandom } from '@hawser/test-kit/random'
import { InvalidListingError, type Listing, parseListing, parseListingPage } from '@hawser/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRegistryClient } from '../../packages/core/src/registry/client.ts'
import { createExplorerEntries } from '../../packages/core/src/wallets/explorer/explorerEntries.ts'
import { placeKnown } from '../../packages/core/src/wallets/lists.ts'
import { checkListings } from '../../packages/registry/src/listings/checkListings.ts'
import { createHostileListings } from './hostileListings.ts'

const count = volume(1_000_000, 2_000)
const perPage = 100
const seed = chooseSeed('Z-4')
// Capturing a stack for each refusal would cost more than everything else.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

const known = ['id', 'name', 'imageId', 'homepage', 'app', 'mobile', 'desktop', 'chains', 'rdns']
const storeHosts: Readonly<Record<string, RegExp>> = {
  ios: /^(?:apps|itunes)\.apple\.com$/,
  safari: /^(?:apps|itunes)\.apple\.com$/,
  android: /^play\.google\.com$/,
  chrome: /^(?:chrome|chromewebstore)\.google\.com$/,
  firefox: /^addons\.mozilla\.org$/,
  edge: /^microsoftedge\.microsoft\.com$/,
  opera: /^addons\.opera\.com$/,
}
const stores = [...Object.keys(storeHosts), 'mac', 'windows', 'linux', 'browser']
const runsOrReads =
  /^(?:javascript|data|vbscript|file|blob|filesystem|intent|about|content|chrome|view-source|https?|wss?|ftp|mailto|tel|sms|market|itms[a-z-]*|wc|android-app|ms-[a-z]+|search(?:-ms)?|shell|jar):$/
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype
const isLoopback = (hostname: string) => /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname)

function webFault(link: string | undefined): string | undefined {
  if (link === undefined) return undefined
  const { protocol, href, username, password, hostname, port } = new URL(link)
  if (href !== link || username !== '' || password !== '') return `${link} is not as it seems`
  if (isLoopback(hostname))
    return protocol === 'https:' || protocol === 'http:' ? undefined : `${link} opens what it may not`
  return protocol === 'https:' && port === '' ? undefined : `${link} opens what it may not`
}

function nativeFault(link: string | undefined): string | undefined {
  if (link === undefined) return undefined
  // The link as a browser reads it, with a pairing URI appended.
  const { protocol } = new URL(`${link}${link.endsWith('/') ? '' : '/'}wc?uri=x`)
  const isSafe = /^[a-z][a-z0-9+.-]{1,31}:$/.test(protocol) && !runsOrReads.test(protocol)
  return isSafe && !/[\s\p{Cc}\p{Cf}]/u.test(link) ? undefined : `${link} opens what it may not`
}

/** Returns the fault of an accepted listing against T-10, T-13, T-15 or T-100, if any. */
function faultOf(listing: Listing): string | undefined {
  const { id, name, imageId, homepage, app, mobile, desktop, chains, rdns } = listing
  if (!isPlain(listing) || Object.keys(listing).join() !== known.join()) return `${id}: fields of its own`
  if (![app, mobile, desktop].every(isPlain)) return `${id}: another prototype`
  if ('polluted' in listing || 'polluted' in app || 'polluted' in mobile) return `${id}: polluted`
  if (!Object.keys(app).every((store) => stores.includes(store))) return `${id}: a store of its own`
  if (![id, imageId ?? 'a'].every((text) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(text))) return `${id}: no id`
  if (name === '' || name.length > 64 || unseen.test(name) || name.normalize('NFKC') !== name) return `${id}: ${name}`
  if (chains.length > 256 || !chains.every((chain) => /^[-a-z0-9]{3,8}(?::[-_a-zA-Z0-9]{1,32})?$/.test(chain)))
    return `${id}: ${chains}`
  if (rdns !== undefined && !/^[a-zA-Z0-9][a-zA-Z0-9.-]{1,127}$/.test(rdns)) return `${id}: ${rdns}`
  for (const [store, link] of Object.entries(app)) {
    const hosts = storeHosts[store]
    if (hosts !== undefined && !hosts.test(new URL(link).hostname)) return `${id}: ${link} is not in ${store}`
  }
  const web = [homepage, mobile.universal, desktop.universal, ...Object.values(app)].map(webFault)
  return [...web, nativeFault(mobile.native), nativeFault(desktop.native)].find((fault) => fault !== undefined)
}

/** Parses a text as a listing; returns undefined when it is malformed. Other errors pass through. */
function readText(text: string): Listing | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  try {
    return parseListing(value)
  } catch (error) {
    if (error instanceof InvalidListingError) return undefined
    throw error
  }
}

function* pagesOf(total: number, seedOfRun: number): Generator<readonly string[]> {
  const hostile = createHostileListings(createRandom(seedOfRun))
  for (let at = 0; at < total; at += perPage) yield Array.from({ length: perPage }, () => hostile.next())
}

test(
  `Z-4, T-100: ${count} hostile listings are refused or made harmless (T-10, T-13, T-15)`,
  async () => {
    const faults = new Set<string>()
    let taken = 0
    let pageNumber = 0
    for (const texts of pagesOf(count, seed)) {
      pageNumber += 1
      const listings = new Map<string, Listing>()
      for (const text of texts) {
        const listing = readText(text)
        if (listing === undefined) continue
        taken += 1
        listings.set(listing.id, listing)
        const fault = faultOf(listing)
        if (fault !== undefined) faults.add(fault)
      }
      // A tenth of the texts goes through every step: a contributor's check, a bundle, and its responses.
      if (pageNumber % 10 !== 0) continue
      checkListings(
        texts.map((text, index) => ({ file: `w${index}.json`, text })),
        () => undefined,
      )
      const registry = createRegistry({ bundle: createUnsignedBundle([...listings.values()], 1) })
      const answer = await registry.fetch(new Request('https://registry.example/v1/wallets?entries=100'))
      const page = parseListingPage(await answer.json())
      expect(new Map(page.listings.map((listing) => [listing.id, listing]))).toEqual(listings)
      const [{ name: search = '' } = {}] = page.listings
      const found = await registry.fetch(
        new Request(`https://registry.example/v1/wallets?${new URLSearchParams({ search })}`),
      )
      expect([search, found.status]).toEqual([search, 200])
    }
    expect([...faults].slice(0, 5)).toEqual([])
    // Some listings are accepted and some refused, so the run covers both.
    expect(taken).toBeGreaterThan(count / 3)
    expect(taken).toBeLessThan(count)
    expect('polluted' in {}).toBe(false)
  },
  isNight ? 3_600_000 : 300_000,
)

const platforms = [
  { device: 'phone', isAndroid: true, isIos: false, isTelegram: false },
  { device: 'phone', isAndroid: false, isIos: true, isTelegram: true },
  { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
] as const
const pairingUri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

/** Returns the forbidden link that a tap on this wallet would open, if any. */
function openingFault(listing: Listing): string | undefined {
  for (const platform of platforms) {
    for (const via of ['mobile', 'desktop', 'web', 'qrcode'] as const) {
      const link = formatDeepLink({ listing, via, pairingUri, platform, preferUniversal: false })
      if (link === undefined) continue
      const { protocol } = new URL(link.href)
      if (protocol !== 'https:' && runsOrReads.test(protocol) && !isLoopback(new URL(link.href).hostname))
        return link.href
    }
    const fault = webFault(storeLinkFor(listing, platform))
    if (fault !== undefined) return fault
  }
  return undefined
}

test(
  `Z-4: ${count} hostile listings reach the picker harmless, or not (T-10, T-13, T-15)`,
  async () => {
    let body = ''
    const client = createRegistryClient({
      registryUrl: 'https://registry.example',
      registryKey: undefined,
      projectId: undefined,
      storage: { get: () => undefined, set: () => {}, remove: () => {} },
      now: () => 1,
      setTimer: () => () => {},
      fetch: async () => new Response(body, { headers: { 'content-type': 'application/json' } }),
    })
    const query = { page: 1, entries: perPage, search: '', chains: [], includeIds: [], excludeIds: [] }
    const { signal } = new AbortController()
    const faults = new Set<string>()
    let shown = 0
    for (const texts of pagesOf(count, seed + 1)) {
      // A listing that is not JSON would break the whole page.
      body = `{"__proto__":{"polluted":1},"total":100,"page":1,"listings":[${texts.filter(isJson).join()}]}`
      const { listings } = await client.listings(query, signal)
      const entries = createExplorerEntries({
        entryOf: (listing) => ({
          listing,
          imageUrl: undefined,
          isInstalled: false,
          isRecent: false,
          rdns: listing.rdns,
        }),
        isShown: () => true,
      })
      const known = placeKnown({ installed: [], manual: listings, recommended: listings }, 'quay')
      shown += entries.list({ ...known, pages: [listings] }).length
      for (const listing of listings) {
        const fault = faultOf(listing) ?? openingFault(listing)
        if (fault !== undefined) faults.add(fault)
      }
    }
    expect([...faults].slice(0, 5)).toEqual([])
    expect(shown).toBeGreaterThan(count / 3)
    expect('polluted' in {}).toBe(false)
  },
  isNight ? 3_600_000 : 300_000,
)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('T-100: no page of a bundle of hostile listings is longer than a client accepts', () => {
  const random = createRandom(seed + 2)
  const long = `https://quay.example/${'a'.repeat(2_000)}`
  const listings = Array.from({ length: 250 }, (_, index) =>
    parseListing({
      id: `w${index}`,
      name: '한'.repeat(64),
      homepage: long,
      app: Object.fromEntries(stores.map((store) => [store, random.chance(0.5) ? long : `${long}/b`])),
      mobile: { native: `quay://${'b'.repeat(240)}`, universal: long },
      desktop: { native: `quay://${'b'.repeat(240)}`, universal: long },
      chains: Array.from({ length: 400 }, (_, chain) => `eip155:${'1'.repeat(20)}${chain}`),
    }),
  )
  const { files, manifest } = createBundle({ listings, images: new Map(), version: 1, createdAt: 1, expiresAt: 2 })
  expect(manifest.total).toBe(250)
  const lengths = [...files].filter(([path]) => path.startsWith('v1/pages/')).map(([, { bytes }]) => bytes.length)
  expect(lengths.length).toBeGreaterThan(2)
  for (const length of lengths) expect(length).toBeLessThanOrEqual(1024 * 1024)
})
