import { InvalidQueryError } from '../../errors.ts'

/**
 * Params in which WalletConnect clients describe themselves. The registry ignores these params, but accepts them so
 * that such clients can use it.
 */
export const clientParams = ['projectId', 'sdkType', 'sdkVersion', 'sdks', 'st', 'sv'] as const

const maxQueryLength = 8192

/**
 * Reads the params of a query string, each of which must be known and given once. Anything else is refused, so that one
 * answer has one address and caches cannot be filled with copies. An empty value counts as absent.
 * @throws InvalidQueryError
 */
export function readQuery(query: string, known: ReadonlySet<string>): Readonly<Record<string, string>> {
  if (query === '') return {}
  if (query.length > maxQueryLength) throw new InvalidQueryError(`A query has at most ${maxQueryLength} characters.`)
  const given: [string, string][] = []
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (!known.has(name)) throw new InvalidQueryError(`Only these are known: ${[...known].join(', ') || 'none'}.`)
    if (seen.has(name)) throw new InvalidQueryError(`${name} is given twice.`)
    seen.add(name)
    if (value !== '') given.push([name, value])
  }
  return Object.fromEntries(given)
}
