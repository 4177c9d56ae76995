import { hash } from 'node:crypto'
import { type Listing, listingDigestInput, manifestLimits } from '@hawser/wire'
import { InvalidBundleError } from '../errors.ts'

/** The sha256 of a file's bytes as 64 hex digits: the name a bundle gives it. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex')
}

/**
 * The bytes of a file, once they have the sha256 they should have.
 * @throws InvalidBundleError
 */
export function checkSha256<Bytes extends Uint8Array>(bytes: Bytes, path: string, expected: string): Bytes {
  if (sha256Hex(bytes) === expected) return bytes
  throw new InvalidBundleError(`${path} does not have the sha256 it should have: it was changed or damaged.`)
}

/** Digests of listings, one after the other: what `v1/digests/<sha256>.bin` holds of them. */
export function digestListings(listings: readonly Listing[]): Uint8Array<ArrayBuffer> {
  const digests = new Uint8Array(listings.length * manifestLimits.digestBytes)
  listings.forEach((listing, index) => {
    const digest = hash('sha256', listingDigestInput(listing), 'buffer')
    digests.set(digest.subarray(0, manifestLimits.digestBytes), index * manifestLimits.digestBytes)
  })
  return digests
}
