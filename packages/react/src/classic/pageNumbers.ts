// First, last, the current one with both neighbours, and two gaps: a row that fits on a phone.
const longestRow = 7

/** The page numbers to offer, from 1: all of a few, else the ends and those around the current one, `gap` between. */
export function pageNumbers(current: number, count: number): readonly (number | 'gap')[] {
  const all = Array.from({ length: count }, (_, index) => index + 1)
  if (count <= longestRow) return all
  const start = Math.min(Math.max(current - 1, 3), count - 4)
  const middle = all.slice(start - 1, start + 2)
  return [1, start > 3 ? 'gap' : 2, ...middle, start < count - 4 ? 'gap' : count - 1, count]
}
