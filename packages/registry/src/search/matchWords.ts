import { allowedTypos, createTypoMeter, isUnfinished } from './typos.ts'
import { bitsOf, countBits, findIn, unitsOf, type WordBits, type WordList } from './wordList.ts'

/** How a text occurs in a word, best first. */
export type WordMatch = 'same' | 'begins' | 'contains' | 'oneTypo' | 'twoTypos'

/** Reports each word of a list that contains a text: its number, and how. */
export type WordMatcher = (text: string, onMatch: (number: number, match: WordMatch) => void) => void

/** Words by their numbers, and the typos a text may have. */
type Range = { readonly from: number; readonly to: number; readonly limit: number }

// Those around and between two letters that are swapped.
const pairsPerTypo = 3

/** Prepares a list of words for comparison with texts. */
export function createWordMatcher(words: WordList): WordMatcher {
  const { count, units, starts } = words
  // Reused by each text: so much garbage for each search would keep V8 collecting.
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

/** Nearly all words end here, in a loop that does nothing else. */
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
 * The same when there may be typos: each removes at most one letter and three pairs. The beginning of a word is then a
 * part of the text, with one letter of its own a typo.
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
