import type { Listing } from '@hawser/wire'
import { type Bundle, createBundle } from './bundle.ts'

const lifeMs = 365 * 24 * 60 * 60 * 1_000

/**
 * Bundles listings to be served at once: nobody has signed them, and there is no artwork. Clients that pin a key refuse it.
 * @param now - epoch milliseconds; the bundle is good for a year from then
 * @throws InvalidBundleError - when two listings have one id
 */
export function createUnsignedBundle(listings: readonly Listing[], now: number = Date.now()): Bundle {
  return createBundle({ listings, images: new Map(), version: 1, createdAt: now, expiresAt: now + lifeMs })
}
