import {
  asObject,
  field,
  type Listing,
  type ListingPage,
  type ListingQuery,
  parseListingPage,
  parseSignedManifest,
  type RegistryManifest,
  registryPaths,
} from '@hawser/wire'
import { type FetchWorld, parseJsonBytes } from './fetchJson.ts'
import { createRegistryFiles } from './registryFiles.ts'
import { selectListings } from './selectListings.ts'
import type { SignedBundle } from './signedBundle.ts'

/** A registry that is files and nothing else, as a CDN has them: what its service would do is done here. */
export type StaticRegistry = {
  /** @throws RegistryUntrustedError; Error - when the files cannot be had */
  listings(query: ListingQuery, signal: AbortSignal): Promise<ListingPage>
  imageUrlOf(imageId: string): string
}

export type StaticRegistryOptions = FetchWorld & {
  /** Without a slash at its end. */
  readonly address: string
  /** Where a key is pinned: what its files are checked by. */
  readonly bundle: SignedBundle | undefined
}

type Loaded = {
  readonly manifest: RegistryManifest
  /** By their place in the manifest; there may be gaps where one could not be had. */
  readonly pages: Map<number, readonly Listing[]>
  bytes: number
}

const fileBytes = 2 * 1024 * 1024
// As much as a visitor's browser can take: some 40,000 wallets. The others are not found.
const allBytes = 32 * 1024 * 1024
// How many files are fetched at once when all are wanted.
const batchSize = 6

/** Creates a registry of files. Pages are fetched as they are needed; a search needs all of them. */
export function createStaticRegistry(options: StaticRegistryOptions): StaticRegistry {
  const { bundle } = options
  const files = createRegistryFiles(options, options.address)
  let loaded: Loaded | undefined

  async function open(signal: AbortSignal): Promise<Loaded> {
    const manifest =
      bundle === undefined ? (loaded?.manifest ?? (await fetchManifest(signal))) : await bundle.manifest(signal)
    if (loaded?.manifest !== manifest) loaded = { manifest, pages: new Map(), bytes: 0 }
    return loaded
  }

  async function fetchManifest(signal: AbortSignal): Promise<RegistryManifest> {
    const bytes = await files.read(registryPaths.manifest, fileBytes, signal)
    if (bytes === undefined) throw new Error('There is neither a service nor a manifest.')
    return parseSignedManifest(parseJsonBytes(bytes)).manifest
  }

  async function loadPage(to: Loaded, index: number, signal: AbortSignal): Promise<void> {
    const hash = to.manifest.pages[index]
    if (hash === undefined || to.pages.has(index)) return
    const bytes = await readPage(hash, signal)
    const listings = field(asObject(parseJsonBytes(bytes)) ?? {}, 'listings')
    to.pages.set(index, parseListingPage({ listings, total: 0 }).listings)
    to.bytes += bytes.length
  }

  async function readPage(hash: string, signal: AbortSignal): Promise<Uint8Array> {
    if (bundle !== undefined) return bundle.page(hash, signal)
    const bytes = await files.read(registryPaths.page(hash), fileBytes, signal)
    if (bytes === undefined) throw new Error('A page is missing.')
    return bytes
  }

  return {
    async listings(query, signal) {
      const registry = await open(signal)
      const { manifest, pages } = registry
      const end = query.page * query.entries
      for (;;) {
        const first = firstGap(pages)
        const all = Array.from({ length: first }, (_, index) => pages.get(index) ?? []).flat()
        const found = selectListings(all, query)
        const isAll = first >= manifest.pages.length || registry.bytes >= allBytes
        if (isAll || isEnough(query, found)) {
          // What is not loaded yet may all be wanted.
          const rest = isAll ? 0 : Math.max(0, manifest.total - all.length)
          return { listings: found.slice(end - query.entries, end), total: found.length + rest, page: query.page }
        }
        const count = needsAll(query) ? batchSize : 1
        await Promise.all(Array.from({ length: count }, (_, index) => loadPage(registry, first + index, signal)))
      }
    },
    imageUrlOf: (imageId) => files.urlOf(registryPaths.image(imageId, 'md', 'webp')),
  }
}

/** Whether what stands on the last page may come first. */
function needsAll({ search, includeIds }: ListingQuery): boolean {
  return search !== '' || includeIds.length > 0
}

function isEnough(query: ListingQuery, found: readonly Listing[]): boolean {
  if (query.search !== '') return false
  const wanted = query.includeIds.length > 0 ? new Set(query.includeIds).size : query.page * query.entries
  return found.length >= wanted
}

/** How many pages are there in a row from the first on. */
function firstGap(pages: ReadonlyMap<number, unknown>): number {
  let index = 0
  while (pages.has(index)) index += 1
  return index
}
