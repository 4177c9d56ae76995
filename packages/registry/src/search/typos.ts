/** The number of typos that a text of `length` letters may have. */
export function allowedTypos(length: number): 0 | 1 | 2 {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0
}

// The bits of one number contain a column of the table, so only the first 31 letters of a text count.
const maxLength = 31
// From this length on, a text with typos can also be a word that is still being typed.
const unfinishedLength = 6
const slots = 256

/** Whether a text of `length` letters can, with typos, also be the beginning of a word. */
export function isUnfinished(length: number): boolean {
  return length >= unfinishedLength
}

/** Counts typos between one text and the word in `units` from `start` to `end`. */
export type TypoMeter = (units: Uint16Array, start: number, end: number) => number

/**
 * Makes a meter of the typos between one text and words: letters missing, inserted, exchanged, or swapped with their
 * neighbour. Counts above `limit` are not exact, but stay above `limit`. From six letters on, the text can also be the
 * beginning of a word. The meter uses Hyyrö's bit-parallel form of the restricted Damerau-Levenshtein distance ("A
 * bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003).
 */
export function createTypoMeter(text: Uint16Array, limit: number): TypoMeter {
  const length = Math.min(text.length, maxLength)
  const mayBegin = isUnfinished(text.length)
  const lastBit = 1 << (length - 1)
  const placesOf = indexPlaces(text.subarray(0, length))
  return (units, start, end) => {
    const size = end - start
    if (size < length - limit || (!mayBegin && size > length + limit)) return limit + 1
    const stop = Math.min(end, start + length + limit)
    // The bits of `rises` and `falls` show where the table's column rises or falls from one cell to the next, those of
    // `free` which cells cost nothing. `cost` is the column's last cell.
    let rises = -1
    let falls = 0
    let free = 0
    let cost = length
    let lastPlaces = 0
    let best = mayBegin ? cost : limit + 1
    for (let at = start; at < stop; at += 1) {
      const places = placesOf(units[at] ?? 0)
      const swapped = ((~free & places) << 1) & lastPlaces
      free = swapped | ((((places & rises) + rises) ^ rises) | places | falls)
      const more = falls | ~(free | rises)
      const less = free & rises
      if ((more & lastBit) !== 0) cost += 1
      else if ((less & lastBit) !== 0) cost -= 1
      // The cost falls by at most one per letter.
      if (cost - (stop - at - 1) > limit && best > limit) return limit + 1
      const moreBelow = (more << 1) | 1
      rises = (less << 1) | ~(free | moreBelow)
      falls = moreBelow & free
      lastPlaces = places
      if (mayBegin && cost < best) best = cost
    }
    return mayBegin ? best : stop === end ? cost : limit + 1
  }
}

/** Indexes the places of each letter in a text, one bit each. */
function indexPlaces(text: Uint16Array): (unit: number) => number {
  const letters = new Uint16Array(slots)
  const places = new Int32Array(slots)
  const slotOf = (unit: number) => {
    let slot = unit & (slots - 1)
    while (places[slot] !== 0 && letters[slot] !== unit) slot = (slot + 1) & (slots - 1)
    return slot
  }
  for (const [index, unit] of text.entries()) {
    const slot = slotOf(unit)
    letters[slot] = unit
    places[slot] = (places[slot] ?? 0) | (1 << index)
  }
  return (unit) => places[slotOf(unit)] ?? 0
}
