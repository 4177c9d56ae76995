import { InvalidListingError } from '@hawser/wire'

// What WalletConnect clients send along; accepted so that they can be pointed here, and never looked at.
const ignoredParams = ['projectId', 'sdkType', 'sdkVersion', 'sdks']
const maxQueryLength = 8192

/**
 * The search params of a request, when each is known and given once. Anything else is refused, so that one answer has one
 * address and caches cannot be filled with copies.
 * @throws InvalidListingError
 */
export function readQuery(request: Request, known: readonly string[]): URLSearchParams {
  const { search, searchParams } = new URL(request.url)
  if (search.length > maxQueryLength) throw new InvalidListingError(`A query has at most ${maxQueryLength} characters.`)
  const allowed = new Set([...known, ...ignoredParams])
  const seen = new Set<string>()
  for (const name of searchParams.keys()) {
    if (!allowed.has(name)) throw new InvalidListingError(`Only these are known: ${[...allowed].join(', ')}.`)
    if (seen.has(name)) throw new InvalidListingError(`${name} is given twice.`)
    seen.add(name)
  }
  return searchParams
}
