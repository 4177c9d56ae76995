/** Fetches the parsers of stored records. A separate chunk: a client without a storage does not need it. */
export const loadParsers = () => import('./parseRecords.ts')
