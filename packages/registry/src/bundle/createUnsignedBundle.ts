import type { Listing } from '@hawser/wire'
import { type Bundle, createBundle } from './bundle.ts'
import type { WalletImage } from './walletImage.ts'

const lifeMs = 365 * 24 * 60 * 60 * 1_000

/**
 * Makes an unsigned bundle of listings, to be served at once. Clients that pin a key refuse it.
 * @param now - epoch milliseconds; the bundle is valid for a year from this time
 * @param images - images by image id; the bundle omits images that no listing names. Default: none
 * @throws InvalidBundleError - two listings share an id
 * @example
 * const registry = createRegistry({ bundle: createUnsignedBundle(loadListings(), Date.now()) })
 */
export function createUnsignedBundle(
  listings: readonly Listing[],
  now: number = Date.now(),
  images: ReadonlyMap<string, WalletImage> = new Map(),
): Bundle {
  return createBundle({ listings, images, version: 1, createdAt: now, expiresAt: now + lifeMs })
}
