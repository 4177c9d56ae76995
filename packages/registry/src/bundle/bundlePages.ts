import { type Listing, listingDigestInput, manifestLimits, parseListing } from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import { InvalidBundleError } from '../errors.ts'

const head = '{"listings":['
const tail = ']}'

/** Splits listings into page files, none longer than clients accept. */
export function formatPages(listings: readonly Listing[]): readonly Uint8Array<ArrayBuffer>[] {
  const pages: Uint8Array<ArrayBuffer>[] = []
  let items: string[] = []
  let size = 0
  const close = () => {
    if (items.length > 0) pages.push(Buffer.from(head + items.join(',') + tail))
    items = []
    size = head.length + tail.length
  }
  close()
  for (const listing of listings) {
    const item = listingDigestInput(listing)
    const itemSize = Buffer.byteLength(item) + 1
    if (items.length === manifestLimits.pageEntries || size + itemSize > manifestLimits.pageBytes) close()
    items.push(item)
    size += itemSize
  }
  close()
  return pages
}

/**
 * Reads a page file.
 * @throws InvalidBundleError
 * @throws InvalidListingError
 */
export function parsePage(value: unknown): readonly Listing[] {
  const listings = field(asObject(value) ?? {}, 'listings')
  if (!Array.isArray(listings) || listings.length > manifestLimits.pageEntries)
    throw new InvalidBundleError(`A page may have at most ${manifestLimits.pageEntries} listings.`)
  return listings.map(parseListing)
}
