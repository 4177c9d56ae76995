import { writeFileSync } from 'node:fs'
import { formatSnapshot } from './formatSnapshot.ts'
import { loadListings } from './loadListings.ts'

/** Writes core's built-in list. Run it after a change to listings/; a test says when that was forgotten. */
writeFileSync(new URL('../../core/src/listings.snapshot.ts', import.meta.url), formatSnapshot(loadListings()))
