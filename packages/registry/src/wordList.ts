/** Distinct words in a row, as UTF-16 units, in memory that holds nothing else. */
export type WordList = {
  readonly count: number
  readonly units: Uint16Array
  /** Where each begins in `units`, and where the last ends. */
  readonly starts: Int32Array
  /** Which letters a word has, one bit of 32 for each: what lacks a bit lacks the letter. */
  readonly letters: Int32Array
  /** The same for letters that a word has twice or more. */
  readonly doubles: Int32Array
  /** The same for each two neighbouring letters. */
  readonly pairs: Int32Array
}

/** Creates a list of words; `add` gives a word's number, the same for the same word. */
export function collectWords(): { add(word: string): number; finish(): WordList } {
  const numbers = new Map<string, number>()
  let length = 0
  return {
    add(word) {
      const known = numbers.get(word)
      if (known !== undefined) return known
      numbers.set(word, numbers.size)
      length += word.length
      return numbers.size - 1
    },
    finish() {
      const count = numbers.size
      const units = new Uint16Array(length)
      const starts = new Int32Array(count + 1)
      const letters = new Int32Array(count)
      const doubles = new Int32Array(count)
      const pairs = new Int32Array(count)
      let at = 0
      let number = 0
      for (const word of numbers.keys()) {
        starts[number] = at
        for (let index = 0; index < word.length; index += 1) units[at + index] = word.charCodeAt(index)
        const bits = bitsOf(units, at, at + word.length)
        letters[number] = bits.letters
        doubles[number] = bits.doubles
        pairs[number] = bits.pairs
        at += word.length
        number += 1
      }
      starts[count] = at
      return { count, units, starts, letters, doubles, pairs }
    },
  }
}

/** A word as units. */
export function unitsOf(word: string): Uint16Array {
  const units = new Uint16Array(word.length)
  for (let index = 0; index < word.length; index += 1) units[index] = word.charCodeAt(index)
  return units
}

/** What is told of a word by bits: its letters, those it has twice or more, and its pairs of neighbouring letters. */
export function bitsOf(units: Uint16Array, start: number, end: number) {
  let letters = 0
  let doubles = 0
  let pairs = 0
  for (let index = start; index < end; index += 1) {
    const unit = units[index] ?? 0
    // a to z have a bit each; the others share those that are left, so that they do not look like Latin ones.
    const bit = 1 << (unit < 0x80 ? unit & 31 : 27 + (unit % 5))
    doubles |= letters & bit
    letters |= bit
    if (index > start) pairs |= 1 << (((units[index - 1] ?? 0) * 7 + unit) & 31)
  }
  return { letters, doubles, pairs }
}

/** How many bits are set. */
export function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Where a text stands in a word, from the word's beginning, or -1. */
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
