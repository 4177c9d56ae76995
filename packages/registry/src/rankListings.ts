import type { ListingWords } from './listingWords.ts'
import { searchWords } from './searchWords.ts'
import { allowedTypos, createTypoMeter } from './typos.ts'
import { bitsOf, countBits, findIn, unitsOf, type WordList } from './wordList.ts'

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
  const scale = createScale(whole.length >= addressLength, words.length > 1)
  rankByText(index, whole, scale, ranked)
  if (words.length < 2 || words.length > maxWords) return
  // First one without typos, which costs least; of these the longest leaves the fewest listings to compare with the others.
  const [first = '', ...others] = [...new Set(words)].sort(
    (a, b) => allowedTypos(a.length) - allowedTypos(b.length) || b.length - a.length,
  )
  const all = new Uint8Array(ranked.length).fill(ranks.none)
  rankByText(index, first, scale, all)
  for (const word of others) keepRanked(index, word, scale, all)
  for (let position = 0; position < all.length; position += 1) {
    const rank = Math.max(all[position] ?? ranks.none, ranks.beginsWord)
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
function rankByText({ words, useStarts, uses }: ListingWords, text: string, scale: Scale, ranked: Uint8Array): void {
  const scaleOf = createMatcher(words, text, scale)
  for (let number = 0; number < words.count; number += 1) {
    const byKind = scaleOf(number)
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

/** Lowers the listings that are ranked to the best rank that one more text earns them. */
function keepRanked(
  { words, wordStarts, wordsOf }: ListingWords,
  text: string,
  scale: Scale,
  ranked: Uint8Array,
): void {
  const scaleOf = createMatcher(words, text, scale)
  for (let position = 0; position < ranked.length; position += 1) {
    const rank = ranked[position] ?? ranks.none
    if (rank === ranks.none) continue
    let best: number = ranks.none
    const end = wordStarts[position + 1] ?? 0
    for (let at = wordStarts[position] ?? 0; at < end; at += 1) {
      const of = wordsOf[at] ?? 0
      best = Math.min(best, scaleOf(of >>> 2)?.[of & 3] ?? ranks.none)
    }
    ranked[position] = Math.max(rank, best)
  }
}

/** Compares one text with words by their number: how it matches, or undefined. */
function createMatcher(words: WordList, text: string, scale: Scale): (number: number) => Uint8Array | undefined {
  const { units, starts, letters, doubles, pairs } = words
  const wanted = unitsOf(text)
  const size = wanted.length
  const bits = bitsOf(wanted, 0, size)
  const limit = allowedTypos(size)
  // Three pairs a typo: those around and between two letters that are swapped.
  const pairLimit = limit * 3
  const countTypos = createTypoMeter(wanted, limit)

  const scaleByLetters = (number: number, isWhole: boolean) => {
    const start = starts[number] ?? 0
    const end = starts[number + 1] ?? 0
    if (isWhole) {
      const at = findIn(units, start, end, wanted)
      if (at > 0) return scale.contains
      if (at === 0) return end - start === size ? scale.same : scale.begins
    }
    if (limit === 0) return undefined
    const typos = countTypos(units, start, end)
    return typos > limit ? undefined : typos === 1 ? scale.oneTypo : scale.twoTypos
  }
  return (number) => {
    // Nearly all words end here: a typo takes away one letter at most.
    const missing = bits.letters & ~(letters[number] ?? 0)
    if (missing !== 0 && (limit === 0 || countBits(missing) > limit)) return undefined
    const missingDoubles = bits.doubles & ~(doubles[number] ?? 0)
    if (missingDoubles !== 0 && countBits(missing) + countBits(missingDoubles) > limit) return undefined
    const missingPairs = bits.pairs & ~(pairs[number] ?? 0)
    if (missingPairs !== 0 && countBits(missingPairs) > pairLimit) return undefined
    return scaleByLetters(number, (missing | missingDoubles | missingPairs) === 0)
  }
}
