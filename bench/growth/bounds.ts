import type { Bound, Sizes } from './subject.ts'

/** A cost counts as flat up to this multiple: repetitions of one size differ by that much. */
const tolerance = 1.2

export const flat: Bound = { curve: 'flat', ten: tolerance, hundred: tolerance, reason: '' }

/** A bound for the same steps, each of which costs more until nothing is shared or cached any more. */
export function levelsOff(reason: string): Bound {
  return { curve: 'levels off', ten: 1.75, hundred: 2.5, reason }
}

/** A bound for a search in a sorted tree with this many entries. */
export function logarithmic(sizes: Sizes, reason: string): Bound {
  const share = (size: number) => (tolerance * Math.log(size)) / Math.log(sizes[0])
  return { curve: 'log n', ten: share(sizes[1]), hundred: share(sizes[2]), reason }
}

/** A bound for work in which each entry takes its share. */
export function linear(reason: string): Bound {
  return { curve: 'n', ten: 10 * tolerance, hundred: 100 * tolerance, reason }
}

/** A bound for work in which each entry takes a small share, in addition to the work for the changed entry. */
export function slight(reason: string): Bound {
  return { curve: 'n', ten: 2, hundred: 5, reason }
}

/** A bound like `linear`, for entries that no longer fit in the processor's caches. */
export function linearBeyondCache(reason: string): Bound {
  return { curve: 'n', ten: 20 * tolerance, hundred: 300 * tolerance, reason }
}
