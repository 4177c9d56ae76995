import {
  formatListingQuery,
  listingLimits,
  parseSignedManifest,
  type RegistryManifest,
  registryPaths,
} from '@hawser/wire'
import { parseJson } from './body.ts'
import type { Answer, RegistryEvidence } from './evidence.ts'
import type { Access, SendRequest } from './sendRequest.ts'

type RegistryQuestion = {
  readonly ask: SendRequest
  readonly url: string
  readonly origin: string
  readonly isSigned: boolean
} & Access

/** A thousand wallets are enough for the table. */
const maxPages = 10

/** Reads a registry as the page does: its service, or otherwise the files of its bundle. */
export async function fetchRegistry({
  url,
  ask,
  origin,
  isSigned,
  ...access
}: RegistryQuestion): Promise<RegistryEvidence> {
  const address = (url.split(/[?#]/)[0] ?? '').replace(/\/{1,8}$/, '')
  const headers = { origin }
  const read = (path: string) => ask({ url: `${address}/${path}`, headers, ...access })
  const [manifest, first] = await Promise.all([read(registryPaths.manifest), read(servicePath(1))])
  const signed = readManifest(manifest)
  const digests = isSigned && signed !== undefined ? await read(registryPaths.digests(signed.digests)) : undefined
  const isService = first.status === 'answered' && (first.httpStatus === 200 || signed === undefined)
  if (isService || signed === undefined) {
    const count = Math.min(maxPages, Math.ceil(totalOf(first) / listingLimits.maxEntries))
    const more = await inTurn(count - 1, (index) => read(servicePath(index + 2)))
    return { url, manifest, pages: [first, ...more], source: 'service', digests }
  }
  const hashes = signed.pages.slice(0, maxPages)
  const pages = await inTurn(hashes.length, (index) => read(registryPaths.page(hashes[index] ?? '')))
  return { url, manifest, pages, source: 'files', digests }
}

/** Reads the manifest and does not check its signature. */
export function readManifest(answer: Answer): RegistryManifest | undefined {
  if (answer.status === 'failed' || answer.httpStatus !== 200) return undefined
  try {
    return parseSignedManifest(parseJson(answer)).manifest
  } catch {
    return undefined
  }
}

function servicePath(page: number): string {
  const query = { page, entries: listingLimits.maxEntries, search: '', chains: [], includeIds: [], excludeIds: [] }
  return `w3m/v1/getAllListings?${formatListingQuery(query)}`
}

function totalOf(answer: Answer): number {
  const value = answer.status === 'answered' ? parseJson(answer) : undefined
  const total = typeof value === 'object' && value !== null && 'total' in value ? value.total : 0
  return typeof total === 'number' && total > 0 ? total : 0
}

/** Fetches one after the other: a registry's limits are for browsers, which request one page at a time. */
async function inTurn(count: number, fetchOne: (index: number) => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (let index = 0; index < count; index += 1) {
    const answer = await fetchOne(index)
    answers.push(answer)
    if (answer.status === 'failed' || !answer.isWhole) break
  }
  return answers
}
