/** How many typos a text of so many letters may have. */
export function allowedTypos(length: number): 0 | 1 | 2 {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0
}

/**
 * Makes a meter of the typos between one text and words: letters missing, put in, exchanged, or swapped with their
 * neighbour (restricted Damerau-Levenshtein distance). It answers more than `limit` as `limit + 1`. When `isUnfinished`,
 * the text may also be the beginning of a word.
 */
export function createTypoMeter(
  text: Uint16Array,
  limit: number,
  isUnfinished: boolean,
): (units: Uint16Array, start: number, end: number) => number {
  const { length } = text
  const beyond = limit + 1
  // Row by row of the usual table, one for each letter of the word; only cells within `limit` of the diagonal can count.
  let last = new Uint8Array(length + 2)
  let row = new Uint8Array(length + 2)
  let next = new Uint8Array(length + 2)

  function fillRow(units: Uint16Array, start: number, at: number): number {
    const letter = units[start + at - 1]
    const from = Math.max(1, at - limit)
    const to = Math.min(length, at + limit)
    next[from - 1] = from === 1 ? Math.min(at, beyond) : beyond
    let least = next[from - 1] ?? beyond
    for (let index = from; index <= to; index += 1) {
      const own = text[index - 1]
      let cost = (row[index - 1] ?? 0) + (own === letter ? 0 : 1)
      cost = Math.min(cost, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1)
      if (at > 1 && index > 1 && own === units[start + at - 2] && text[index - 2] === letter)
        cost = Math.min(cost, (last[index - 2] ?? 0) + 1)
      next[index] = Math.min(cost, beyond)
      least = Math.min(least, cost)
    }
    next[to + 1] = beyond
    return least
  }

  return (units, start, end) => {
    const size = end - start
    if (size < length - limit || (!isUnfinished && size > length + limit)) return beyond
    for (let index = 0; index <= length; index += 1) row[index] = Math.min(index, beyond)
    let best = beyond
    for (let at = 1; at <= Math.min(size, length + limit); at += 1) {
      if (fillRow(units, start, at) > limit) break
      if (at + limit >= length && (isUnfinished || at === size)) best = Math.min(best, next[length] ?? beyond)
      const free = last
      last = row
      row = next
      next = free
    }
    return best
  }
}
