import {
  type Listing,
  type ListingPage,
  type ListingQuery,
  parseListingPage,
  parseSignedManifest,
  type RegistryManifest,
  registryPaths,
} from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import { RegistryUntrustedError } from '../errors.ts'
import { AnswerUnusableError, type FetchWorld, parseJsonBytes } from '../platform/fetchJson.ts'
import { createRegistryFiles, type RegistryFiles, throttlePerMinute } from './files.ts'
import { selectListings } from './selectListings.ts'
import type { SignedBundle } from './signed.ts'

/** A registry that consists only of files, as on a CDN. The page does the service's work. */
export type StaticRegistry = {
  /** @throws RegistryUntrustedError; Error - the files cannot be loaded */
  listings(query: ListingQuery, signal: AbortSignal): Promise<ListingPage>
  imageUrlOf(imageId: string): string
}

export type StaticRegistryOptions = FetchWorld & {
  /** The registry's address, without a trailing slash. */
  readonly address: string
  readonly now: () => number
  /** Checks the files against a pinned key. Undefined without a pinned key. */
  readonly bundle: SignedBundle | undefined
}

/** The source of manifest and pages. */
type Source = Pick<SignedBundle, 'manifest' | 'renew' | 'page'>

type Page = { readonly listings: readonly Listing[]; readonly bytes: number }

type Loaded = {
  readonly manifest: RegistryManifest
  /** The pages by hash. */
  readonly pages: Map<string, Page>
}

const fileBytes = 2 * 1024 * 1024
// The most that a visitor's browser loads: about 40,000 wallets. The remaining wallets are not found.
const allBytes = 32 * 1024 * 1024
// How many files are fetched at once when every page is needed.
const batchSize = 6

/** Creates a registry of files. Pages are fetched as they are needed; a search needs every page. */
export function createStaticRegistry(options: StaticRegistryOptions): StaticRegistry {
  const { bundle } = options
  const files = createRegistryFiles(options, options.address)
  const source: Source = bundle ?? createUnsigned(files, options.now)
  let loaded: Loaded | undefined

  async function open(signal: AbortSignal): Promise<Loaded> {
    const manifest = await source.manifest(signal)
    if (loaded?.manifest === manifest) return loaded
    // Unchanged pages of a new release are already loaded.
    const held = loaded?.pages
    loaded = { manifest, pages: new Map() }
    for (const hash of manifest.pages) {
      const page = held?.get(hash)
      if (page !== undefined) loaded.pages.set(hash, page)
    }
    return loaded
  }

  /** Loads a page. Resolves to whether the page exists. */
  async function loadPage({ pages }: Loaded, hash: string, signal: AbortSignal): Promise<boolean> {
    if (pages.has(hash)) return true
    const file = await source.page(hash, signal)
    if (file === undefined) return false
    const listings = field(asObject(parseJsonBytes(file)) ?? {}, 'listings')
    pages.set(hash, { listings: parseListingPage({ listings, total: 0 }).listings, bytes: file.length })
    return true
  }

  /** Resolves to the answer to a query, or to the hash of a missing page. */
  async function find(registry: Loaded, query: ListingQuery, signal: AbortSignal): Promise<ListingPage | string> {
    const { manifest } = registry
    const end = query.page * query.entries
    const wanted = wantedCount(query)
    let matching = 0
    let looked = 0
    for (;;) {
      const inARow = pagesInARow(registry)
      // Matches are counted page by page, and sorted once when all pages are loaded.
      if (wanted < Number.POSITIVE_INFINITY)
        for (const { listings } of inARow.slice(looked)) matching += selectListings(listings, query).length
      looked = inARow.length
      const isAll = looked >= manifest.pages.length || sumBytes(inARow) >= allBytes
      if (isAll || matching >= wanted) {
        const all = inARow.flatMap(({ listings }) => listings)
        const found = selectListings(all, query)
        // Every listing that is not loaded yet may match.
        const rest = isAll ? 0 : Math.max(0, manifest.total - all.length)
        return { listings: found.slice(end - query.entries, end), total: found.length + rest, page: query.page }
      }
      const next = manifest.pages.slice(looked, looked + (needsAll(query) ? batchSize : 1))
      const isThere = await Promise.all(next.map((hash) => loadPage(registry, hash, signal)))
      const missing = next[isThere.indexOf(false)]
      if (missing !== undefined) return missing
    }
  }

  return {
    async listings(query, signal) {
      for (;;) {
        const found = await find(await open(signal), query, signal)
        if (typeof found !== 'string') return found
        const isNamed = async () => (await open(signal)).manifest.pages.includes(found)
        // A new release may have removed the page. In that case the search starts over in the new release.
        if (await isNamed()) await source.renew(signal)
        if (!(await isNamed())) continue
        if (bundle === undefined) throw new AnswerUnusableError('A page is missing.')
        throw new RegistryUntrustedError(
          'The list of wallets cannot be trusted and is not used. A file is missing that its manifest names.',
        )
      }
    },
    imageUrlOf: (imageId) => files.urlOf(registryPaths.image(imageId, 'md', 'webp')),
  }
}

/** Whether a query needs every page, because a listing on the last page can come first. */
function needsAll({ search, includeIds }: ListingQuery): boolean {
  return search !== '' || includeIds.length > 0
}

/** Returns how many matches are enough. A search needs every match, because the best can be on any page. */
function wantedCount({ search, includeIds, page, entries }: ListingQuery): number {
  if (search !== '') return Number.POSITIVE_INFINITY
  return includeIds.length > 0 ? new Set(includeIds).size : page * entries
}

/** Returns the loaded pages, up to the first missing one. */
function pagesInARow({ manifest, pages }: Loaded): readonly Page[] {
  const found: Page[] = []
  for (const hash of manifest.pages) {
    const page = pages.get(hash)
    if (page === undefined) break
    found.push(page)
  }
  return found
}

function sumBytes(pages: readonly Page[]): number {
  return pages.reduce((sum, { bytes }) => sum + bytes, 0)
}

function createUnsigned(files: RegistryFiles, now: () => number): Source {
  let opened: RegistryManifest | undefined

  async function reopen(signal: AbortSignal): Promise<RegistryManifest> {
    const bytes = await files.read(registryPaths.manifest, fileBytes, signal)
    if (bytes === undefined) throw new AnswerUnusableError('There is neither a service nor a manifest.')
    opened = parseSignedManifest(parseJsonBytes(bytes)).manifest
    return opened
  }

  return {
    manifest: async (signal) => opened ?? reopen(signal),
    renew: throttlePerMinute(now, reopen),
    page: (hash, signal) => files.read(registryPaths.page(hash), fileBytes, signal),
  }
}
