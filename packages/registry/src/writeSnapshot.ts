import { writeFileSync } from 'node:fs'
import { createUnsignedBundle } from './createUnsignedBundle.ts'
import { formatSnapshot } from './formatSnapshot.ts'
import { loadListings } from './loadListings.ts'

/** Writes core's built-in list, out of a bundle as `hawser-registry build` makes it. A test says when that was forgotten. */
const { listings } = createUnsignedBundle(loadListings())
writeFileSync(new URL('../../core/src/wallets/listings.snapshot.ts', import.meta.url), formatSnapshot(listings))
