import type { ListingWords } from './listingWords.ts'
import { searchWords } from './searchWords.ts'
import { allowedTypos, createTypoMeter } from './typos.ts'
import { countBits, findIn, lettersOf, pairsOf, unitsOf } from './wordList.ts'

/** How well a listing matches a search, best first. */
export const ranks = {
  isName: 0,
  beginsName: 1,
  beginsWord: 2,
  /** Stands elsewhere in the name, or begins a part of the rdns or host. */
  inName: 3,
  inAddress: 4,
  oneTypo: 5,
  twoTypos: 6,
  none: 255,
} as const

/** One more than the last of them that is a match. */
export const rankCount = ranks.twoTypos + 1

// Nearly everything has a host with a given letter or two in it.
const addressLength = 3
// A search of more words is only looked for as a whole: each word costs a pass over all words.
const maxWords = 6
// From so many letters on, a text with a typo may be one that is still being typed.
const unfinishedLength = 6

/** The rank a word gives the listings it belongs to, by what it is to them (`wordKinds`). */
type Scale = Readonly<Record<'same' | 'begins' | 'contains' | 'oneTypo' | 'twoTypos', Uint8Array>>

/**
 * Ranks all listings by a search into `ranked`, one byte each. A listing matches when the search without its spaces is
 * found in its name, rdns or host, or when each word of the search is.
 */
export function rankListings(index: ListingWords, search: string, ranked: Uint8Array): void {
  ranked.fill(ranks.none)
  const words = searchWords(search)
  const whole = words.join('')
  if (whole === '') return
  const scale = scaleOf(whole.length >= addressLength, words.length > 1)
  rankByText(index, whole, scale, ranked)
  if (words.length < 2 || words.length > maxWords) return
  const all = new Uint8Array(ranked.length).fill(ranks.beginsWord)
  const one = new Uint8Array(ranked.length)
  for (const word of new Set(words)) {
    one.fill(ranks.none)
    rankByText(index, word, scale, one)
    for (let position = 0; position < all.length; position += 1)
      all[position] = Math.max(all[position] ?? ranks.none, one[position] ?? ranks.none)
  }
  for (let position = 0; position < all.length; position += 1)
    ranked[position] = Math.min(ranked[position] ?? ranks.none, all[position] ?? ranks.none)
}

function scaleOf(hasAddresses: boolean, hasUsual: boolean): Scale {
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
function rankByText({ words, useStarts, uses }: ListingWords, text: string, scale: Scale, ranked: Uint8Array): void {
  const wanted = unitsOf(text)
  const size = wanted.length
  const letters = lettersOf(wanted, 0, size)
  const pairs = pairsOf(wanted, 0, size)
  const limit = allowedTypos(size)
  const countTypos = createTypoMeter(wanted, limit, size >= unfinishedLength)
  const { count, units, starts } = words

  const scaleOfWord = (number: number, missing: number): Uint8Array | undefined => {
    const start = starts[number] ?? 0
    const end = starts[number + 1] ?? 0
    if (missing === 0 && end - start >= size && (pairs & ~(words.pairs[number] ?? 0)) === 0) {
      const at = findIn(units, start, end, wanted)
      if (at === 0) return end - start === size ? scale.same : scale.begins
      if (at > 0) return scale.contains
    }
    if (limit === 0) return undefined
    const typos = countTypos(units, start, end)
    return typos > limit ? undefined : typos === 1 ? scale.oneTypo : scale.twoTypos
  }
  for (let number = 0; number < count; number += 1) {
    const missing = letters & ~(words.letters[number] ?? 0)
    // A typo takes away one letter at most.
    if (missing !== 0 && (limit === 0 || countBits(missing) > limit)) continue
    const byKind = scaleOfWord(number, missing)
    if (byKind === undefined) continue
    const end = useStarts[number + 1] ?? 0
    for (let use = useStarts[number] ?? 0; use < end; use += 1) {
      const of = uses[use] ?? 0
      const rank = byKind[of & 3] ?? ranks.none
      const position = of >>> 2
      if (rank < (ranked[position] ?? 0)) ranked[position] = rank
    }
  }
}
