import { writeFileSync } from 'node:fs'
import { createUnsignedBundle } from './bundle/createUnsignedBundle.ts'
import { formatBrowserSnapshot, formatSnapshot } from './listings/formatSnapshot.ts'
import { loadListings } from './listings/loadListings.ts'

/**
 * Writes core's built-in lists, from a bundle as `hawser registry build` makes it. A test fails if the lists are out of
 * date.
 */
const { listings } = createUnsignedBundle(loadListings())
const core = new URL('../../core/src/', import.meta.url)
writeFileSync(new URL('wallets/listings.snapshot.ts', core), formatSnapshot(listings))
writeFileSync(new URL('handoff/browserListings.snapshot.ts', core), formatBrowserSnapshot(listings))
