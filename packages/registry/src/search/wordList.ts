/** Distinct words, shortest first, as UTF-16 units in one typed array. */
export type WordList = {
  readonly count: number
  readonly units: Uint16Array
  /** The start of each word in `units`, and the end of the last word. */
  readonly starts: Int32Array
  /**
   * The number of the first word with at least this many letters, by length. No word is longer than the last length.
   */
  readonly firstOfLength: Int32Array
  /** The letters of each word as 32 bits. A word without a letter's bit lacks the letter. */
  readonly letters: Int32Array
  /** Like `letters`, for letters that a word has twice or more. */
  readonly doubles: Int32Array
  /** Like `letters`, for each two neighbouring letters. */
  readonly pairs: Int32Array
  /** Like `letters`, for the first `headLength` letters. */
  readonly heads: Int32Array
}

// The length of the shortest text that can begin a longer word. Each typo of such a text makes at most one of these
// letters foreign.
const headLength = 6

/** Makes a list of distinct words. `numbers` gives the position of each word in the list. */
export function createWordList(words: readonly string[]): { readonly list: WordList; readonly numbers: Int32Array } {
  const count = words.length
  const { firstOfLength, numbers } = sortByLength(words)
  const sorted = new Array<string>(count)
  for (const [index, word] of words.entries()) sorted[numbers[index] ?? 0] = word
  const units = new Uint16Array(words.reduce((sum, word) => sum + word.length, 0))
  const starts = new Int32Array(count + 1)
  const letters = new Int32Array(count)
  const doubles = new Int32Array(count)
  const pairs = new Int32Array(count)
  const heads = new Int32Array(count)
  let at = 0
  for (const [number, word] of sorted.entries()) {
    starts[number] = at
    for (let index = 0; index < word.length; index += 1) units[at + index] = word.charCodeAt(index)
    const bits = bitsOf(units, at, at + word.length)
    letters[number] = bits.letters
    doubles[number] = bits.doubles
    pairs[number] = bits.pairs
    heads[number] = bitsOf(units, at, at + Math.min(headLength, word.length)).letters
    at += word.length
  }
  starts[count] = at
  return { list: { count, units, starts, firstOfLength, letters, doubles, pairs, heads }, numbers }
}

function sortByLength(words: readonly string[]) {
  const longest = words.reduce((length, word) => Math.max(length, word.length), 0)
  const firstOfLength = new Int32Array(longest + 2)
  for (const { length } of words) firstOfLength[length + 1] = (firstOfLength[length + 1] ?? 0) + 1
  for (let length = 1; length < firstOfLength.length; length += 1)
    firstOfLength[length] = (firstOfLength[length] ?? 0) + (firstOfLength[length - 1] ?? 0)
  const next = firstOfLength.slice()
  const numbers = Int32Array.from(words, ({ length }) => {
    const number = next[length] ?? 0
    next[length] = number + 1
    return number
  })
  return { firstOfLength, numbers }
}

/** Returns a word as UTF-16 units. */
export function unitsOf(word: string): Uint16Array {
  const units = new Uint16Array(word.length)
  for (let index = 0; index < word.length; index += 1) units[index] = word.charCodeAt(index)
  return units
}

export type WordBits = { readonly letters: number; readonly doubles: number; readonly pairs: number }

/** Computes the bits of a word: its letters, those it has twice or more, and its pairs of neighbouring letters. */
export function bitsOf(units: Uint16Array, start: number, end: number): WordBits {
  let letters = 0
  let doubles = 0
  let pairs = 0
  for (let index = start; index < end; index += 1) {
    const unit = units[index] ?? 0
    // The letters a to z have different bits. A hash spreads letters beyond ASCII over all bits.
    const bit = 1 << ((unit < 0x80 ? unit : Math.imul(unit, 0x9e3779b1) >>> 27) & 31)
    doubles |= letters & bit
    letters |= bit
    if (index > start) pairs |= 1 << (((units[index - 1] ?? 0) * 7 + unit) & 31)
  }
  return { letters, doubles, pairs }
}

/** Counts the bits that are set. */
export function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Finds a text in a word. Returns its position, or -1. */
export function findIn(units: Uint16Array, start: number, end: number, text: Uint16Array): number {
  const [first] = text
  const last = end - text.length
  for (let at = start; at <= last; at += 1) {
    if (units[at] !== first) continue
    let matched = 1
    while (matched < text.length && units[at + matched] === text[matched]) matched += 1
    if (matched === text.length) return at - start
  }
  return -1
}
