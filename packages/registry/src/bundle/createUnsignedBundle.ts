import type { Listing } from '@hawser/wire'
import { type Bundle, createBundle } from './bundle.ts'
import type { WalletImage } from './walletImage.ts'

const lifeMs = 365 * 24 * 60 * 60 * 1_000

/**
 * Makes an unsigned bundle of listings, to serve at once. Clients that pin a key refuse it.
 * @param now - epoch milliseconds; the bundle is valid for a year from then
 * @param images - by image id; those that no listing names are left out. Default: none
 * @throws InvalidBundleError - two listings have one id
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
