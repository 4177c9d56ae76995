import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isListingId, type Listing, parseListing } from '@hawser/wire'
import { orderListings } from '../bundle/listingOrder.ts'
import { InvalidBundleError } from '../errors.ts'

/** The folder of this package's listings. The relative path is the same from src and dist. */
export const bundledListings = fileURLToPath(new URL('../../listings/', import.meta.url))

/**
 * Reads a folder of listings, one `<id>.json` each, and returns them in the order of answers. Call this once at start,
 * so that a bad file stops the registry then and fails no request later.
 * @throws InvalidBundleError - names the file and its fault
 * @example
 * const listings = loadListings('./listings')
 */
export function loadListings(folder: string | URL = bundledListings): readonly Listing[] {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder
  const listings = listFiles(path).map((file) => readListing(path, file))
  const seen = new Map<string, string>()
  for (const { id, name } of listings) {
    const key = name.normalize('NFKC').toLowerCase()
    const other = seen.get(key)
    if (other !== undefined) throw new InvalidBundleError(`${id}.json and ${other}.json have the same name.`)
    seen.set(key, id)
  }
  return orderListings(listings)
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.json'))
  } catch (cause) {
    throw new InvalidBundleError('The folder of listings cannot be read.', { cause })
  }
}

function readListing(folder: string, file: string): Listing {
  const id = file.slice(0, -'.json'.length)
  if (!isListingId(id)) throw new InvalidBundleError(`${file} is not named after a listing id.`)
  try {
    const listing = parseListing(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    if (listing.id === id) return listing
  } catch (cause) {
    throw new InvalidBundleError(`${file} has no valid listing.`, { cause })
  }
  throw new InvalidBundleError(`${file} has a listing with another id.`)
}
