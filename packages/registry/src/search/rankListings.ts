import type { ListingWords } from './listingWords.ts'
import type { WordMatch } from './matchWords.ts'
import { searchWords } from './searchWords.ts'

/** The ranks of a listing in a search, best first. */
export const ranks = {
  isName: 0,
  beginsName: 1,
  beginsWord: 2,
  /** The text is elsewhere in the name, or begins a part of the rdns or host. */
  inName: 3,
  inAddress: 4,
  oneTypo: 5,
  twoTypos: 6,
  none: 255,
} as const

/** One more than the last rank that is a match. */
export const rankCount = ranks.twoTypos + 1

// Shorter texts are not looked for in addresses: nearly every host contains a given letter or two.
const addressLength = 3
// A search with more words is only matched as a whole, because each word costs a pass over all words.
const maxWords = 6

/** The rank that a word gives its listings, by its role in them (`wordKinds`). */
type Scale = Readonly<Record<WordMatch, Uint8Array>>

/**
 * Ranks all listings by a search into `ranked`, one byte each. A listing matches when the search without its spaces is
 * in its name, rdns or host, or when each word of the search is.
 */
export function rankListings(index: ListingWords, search: string, ranked: Uint8Array): void {
  ranked.fill(ranks.none)
  const words = searchWords(search)
  const whole = words.join('')
  if (whole === '') return
  const scale = createScale(whole.length >= addressLength, words.length > 1)
  rankByText(index, whole, scale, ranked)
  if (words.length < 2 || words.length > maxWords) return
  const { byAll, byWord } = index.scratch
  byAll.fill(ranks.beginsWord)
  for (const word of new Set(words)) {
    byWord.fill(ranks.none)
    rankByText(index, word, scale, byWord)
    keepWorse(byAll, byWord)
  }
  for (let position = 0; position < ranked.length; position += 1) {
    const rank = byAll[position] ?? ranks.none
    if (rank < (ranked[position] ?? ranks.none)) ranked[position] = rank
  }
}

function createScale(hasAddresses: boolean, hasUsual: boolean): Scale {
  const { none } = ranks
  const address = (rank: number) => (hasAddresses ? rank : none)
  const usual = hasUsual ? address(ranks.inName) : none
  const typos = (rank: number) => Uint8Array.of(rank, rank, address(rank), none)
  return {
    same: Uint8Array.of(ranks.isName, ranks.beginsWord, address(ranks.inName), usual),
    begins: Uint8Array.of(ranks.beginsName, ranks.beginsWord, address(ranks.inName), usual),
    contains: Uint8Array.of(ranks.inName, ranks.inName, address(ranks.inAddress), none),
    oneTypo: typos(ranks.oneTypo),
    twoTypos: typos(ranks.twoTypos),
  }
}

/** Gives every listing the best rank that one text earns it. */
function rankByText({ match, useStarts, uses }: ListingWords, text: string, scale: Scale, ranked: Uint8Array): void {
  match(text, (number, how) => {
    const byKind = scale[how]
    const end = useStarts[number + 1] ?? 0
    for (let use = useStarts[number] ?? 0; use < end; use += 1) {
      const of = uses[use] ?? 0
      const rank = byKind[of & 3] ?? ranks.none
      const position = of >>> 2
      if (rank < (ranked[position] ?? 0)) ranked[position] = rank
    }
  })
}

function keepWorse(ranked: Uint8Array, other: Uint8Array): void {
  for (let position = 0; position < ranked.length; position += 1) {
    const rank = other[position] ?? ranks.none
    if (rank > (ranked[position] ?? ranks.none)) ranked[position] = rank
  }
}
