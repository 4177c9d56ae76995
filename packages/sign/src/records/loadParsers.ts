/** Fetches what reads stored records. A chunk of its own: a client without a storage does not need it. */
export const loadParsers = () => import('./parseRecords.ts')
