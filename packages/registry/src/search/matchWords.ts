import { allowedTypos, createTypoMeter, isUnfinished } from './typos.ts'
import { bitsOf, countBits, findIn, unitsOf, type WordBits, type WordList } from './wordList.ts'

/** The ways in which a text can occur in a word, best first. */
export type WordMatch = 'same' | 'begins' | 'contains' | 'oneTypo' | 'twoTypos'

/** Reports each word of a list that matches a text: the word's number, and the kind of match. */
export type WordMatcher = (text: string, onMatch: (number: number, match: WordMatch) => void) => void

/** A range of word numbers, and the number of typos a text may have. */
type Range = { readonly from: number; readonly to: number; readonly limit: number }

// Swapping two letters changes three pairs: the one between these letters and the two around them.
const pairsPerTypo = 3

/** Prepares a list of words for comparison with texts. */
export function createWordMatcher(words: WordList): WordMatcher {
  const { count, units, starts } = words
  // Each text reuses this memory: with an allocation per search, V8 would collect garbage all the time.
  const likely = new Int32Array(count)
  return (text, onMatch) => {
    const wanted = unitsOf(text)
    const size = wanted.length
    const limit = allowedTypos(size)
    const bits = bitsOf(wanted, 0, size)
    const firstOf = (length: number) => words.firstOfLength[length] ?? count
    const matchWhole = (from: number) => {
      const found = collectWhole(words, bits, from, likely)
      for (let index = 0; index < found; index += 1) {
        const number = likely[index] ?? 0
        const start = starts[number] ?? 0
        const end = starts[number + 1] ?? 0
        const at = findIn(units, start, end, wanted)
        if (at >= 0) onMatch(number, at > 0 ? 'contains' : end - start === size ? 'same' : 'begins')
      }
    }
    const matchWithTypos = (from: number, to: number) => {
      const countTypos = createTypoMeter(wanted, limit)
      const found = collectNear(words, bits, { from, to, limit }, likely)
      for (let index = 0; index < found; index += 1) {
        const number = likely[index] ?? 0
        const start = starts[number] ?? 0
        const end = starts[number + 1] ?? 0
        const at = lacksNone(words, bits, number) ? findIn(units, start, end, wanted) : -1
        if (at >= 0) onMatch(number, at > 0 ? 'contains' : end - start === size ? 'same' : 'begins')
        else {
          const typos = countTypos(units, start, end)
          if (typos <= limit) onMatch(number, typos === 1 ? 'oneTypo' : 'twoTypos')
        }
      }
    }
    if (limit === 0) return matchWhole(firstOf(size))
    const tooLong = isUnfinished(size) ? count : firstOf(size + limit + 1)
    matchWithTypos(firstOf(size - limit), tooLong)
    matchWhole(tooLong)
  }
}

/**
 * Collects the words that can contain the whole text. Nearly all words are dropped in this loop, which does nothing
 * else.
 */
function collectWhole(words: WordList, bits: WordBits, from: number, likely: Int32Array): number {
  const { count, letters, pairs } = words
  let found = 0
  for (let number = from; number < count; number += 1) {
    const missing = (bits.letters & ~(letters[number] ?? 0)) | (bits.pairs & ~(pairs[number] ?? 0))
    likely[found] = number
    if (missing === 0) found += 1
  }
  return found
}

/**
 * Collects the words that can match with typos. Each typo removes at most one letter and three pairs. The beginning of
 * such a word is part of the text, with at most one foreign letter per typo.
 */
function collectNear(words: WordList, bits: WordBits, range: Range, likely: Int32Array): number {
  const { letters, doubles, pairs, heads } = words
  const { from, to, limit } = range
  const pairLimit = limit * pairsPerTypo
  let found = 0
  for (let number = from; number < to; number += 1) {
    const missing = countBits(bits.letters & ~(letters[number] ?? 0))
    if (missing > limit) continue
    const missingPairs = countBits(bits.pairs & ~(pairs[number] ?? 0))
    if (missingPairs > pairLimit) continue
    const missingDoubles = countBits(bits.doubles & ~(doubles[number] ?? 0))
    if (missing + missingDoubles > limit) continue
    const mayContain = missing + missingDoubles + missingPairs === 0
    if (!mayContain && countBits((heads[number] ?? 0) & ~bits.letters) > limit) continue
    likely[found] = number
    found += 1
  }
  return found
}

function lacksNone({ letters, doubles, pairs }: WordList, bits: WordBits, number: number): boolean {
  const lacking = (wanted: number, has: Int32Array) => wanted & ~(has[number] ?? 0)
  return (lacking(bits.letters, letters) | lacking(bits.doubles, doubles) | lacking(bits.pairs, pairs)) === 0
}
