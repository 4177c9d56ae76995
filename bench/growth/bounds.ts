import type { Bound, Sizes } from './subject.ts'

/** A cost counts as flat up to this multiple: repetitions of one size differ by as much. */
const tolerance = 1.2

export const flat: Bound = { curve: 'flat', ten: tolerance, hundred: tolerance, reason: '' }

/** The steps are the same, but each costs more until nothing is shared or cached any more. */
export function levelsOff(reason: string): Bound {
  return { curve: 'levels off', ten: 1.75, hundred: 2.5, reason }
}

/** The cost of a search in a sorted tree of so many entries. */
export function logarithmic(sizes: Sizes, reason: string): Bound {
  const share = (size: number) => (tolerance * Math.log(size)) / Math.log(sizes[0])
  return { curve: 'log n', ten: share(sizes[1]), hundred: share(sizes[2]), reason }
}

/** Each of them takes its share of the work. */
export function linear(reason: string): Bound {
  return { curve: 'n', ten: 10 * tolerance, hundred: 100 * tolerance, reason }
}

/** Each of them takes a small share of the work, beside that of the one that changes. */
export function slight(reason: string): Bound {
  return { curve: 'n', ten: 2, hundred: 5, reason }
}

/** As `linear`, and their memory no longer fits in the processor's caches. */
export function linearBeyondCache(reason: string): Bound {
  return { curve: 'n', ten: 20 * tolerance, hundred: 300 * tolerance, reason }
}
