import { createRandom, type Random } from '@hawser/test-kit/random'
import type { Listing } from '@hawser/wire'

type Kind = readonly [share: number, search: (random: Random, listing: Listing) => string]

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const letterOf = (random: Random) => alphabet.charAt(random.integer(alphabet.length))
const cut = (text: string, length: number) => [...text].slice(0, length).join('')

/** The kinds of searches that people type, with their shares. */
const kinds: readonly Kind[] = [
  [0.2, (_, { name }) => name],
  [0.25, (random, { name }) => cut(name, 2 + random.integer(6))],
  [0.1, (random, { name }) => cut(name, 1 + random.integer(2))],
  [0.1, (random, { name }) => name.split(' ').at(-1 - random.integer(2)) ?? name],
  [0.15, misspell],
  [0.05, (_, { rdns, homepage }) => rdns ?? new URL(homepage ?? 'https://none.example/').hostname],
  [0.15, (random) => Array.from({ length: 3 + random.integer(9) }, () => letterOf(random)).join('')],
]

/**
 * Creates query strings for `/v1/wallets`, all different: hits, beginnings, one or two letters, words, typos, hosts and misses.
 */
export function createSearches(listings: readonly Listing[], count: number, seed = 2): readonly string[] {
  const random = createRandom(seed)
  const queries = new Set<string>()
  while (queries.size < count) {
    const listing = listings[random.integer(listings.length)]
    if (listing === undefined) break
    const search = kindOf(random)(random, listing)
    const params = new URLSearchParams({ page: String(random.chance(0.8) ? 1 : 2 + random.integer(4)), entries: '40' })
    params.set('search', cut(search, 64))
    if (random.chance(0.4)) params.set('chains', 'eip155:1')
    queries.add(params.toString())
  }
  return [...queries]
}

function kindOf(random: Random): Kind[1] {
  let at = random.word() / 2 ** 32
  for (const [share, search] of kinds) {
    if (at < share) return search
    at -= share
  }
  return misspell
}

function misspell(random: Random, { name }: Listing): string {
  const letters = [...name]
  const at = random.integer(letters.length)
  const kind = random.integer(4)
  if (kind === 0) letters.splice(at, 1)
  else if (kind === 1) letters.splice(at, 0, letterOf(random))
  else if (kind === 2) letters.splice(at, 1, letterOf(random))
  else letters.splice(at, 2, ...letters.slice(at, at + 2).reverse())
  return letters.join('') || name
}
