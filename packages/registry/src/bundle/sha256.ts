import { hash } from 'node:crypto'
import { type Listing, listingDigestInput, manifestLimits } from '@hawser/wire'
import { InvalidBundleError } from '../errors.ts'

/** The sha256 of a file's bytes as 64 hex digits: its name in a bundle. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex')
}

/**
 * Returns a file's bytes if they have the expected sha256.
 * @throws InvalidBundleError
 */
export function checkSha256<Bytes extends Uint8Array>(bytes: Bytes, path: string, expected: string): Bytes {
  if (sha256Hex(bytes) === expected) return bytes
  throw new InvalidBundleError(`${path} does not have the expected sha256: it was changed or damaged.`)
}

/** Concatenates the digests of listings: the contents of `v1/digests/<sha256>.bin`. */
export function digestListings(listings: readonly Listing[]): Uint8Array<ArrayBuffer> {
  const digests = new Uint8Array(listings.length * manifestLimits.digestBytes)
  listings.forEach((listing, index) => {
    const digest = hash('sha256', listingDigestInput(listing), 'buffer')
    digests.set(digest.subarray(0, manifestLimits.digestBytes), index * manifestLimits.digestBytes)
  })
  return digests
}
