import { writeFileSync } from 'node:fs'
import { createUnsignedBundle } from './bundle/createUnsignedBundle.ts'
import { formatSnapshot } from './listings/formatSnapshot.ts'
import { loadListings } from './listings/loadListings.ts'

/** Writes core's built-in list, out of a bundle as `hawser-registry build` makes it. A test says when that was forgotten. */
const { listings } = createUnsignedBundle(loadListings())
writeFileSync(new URL('../../core/src/wallets/listings.snapshot.ts', import.meta.url), formatSnapshot(listings))
