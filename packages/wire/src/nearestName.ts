/**
 * Returns the name that a mistyped one was probably meant to be, for a "did you mean" in an error. At most a third of the
 * letters are missing, surplus, swapped or different. Capitals, dashes and underscores do not count.
 * @returns undefined if no name is near
 * @example nearestName('relayURL', ['relayUrl', 'linkUrl']) // 'relayUrl'
 */
export function nearestName<Name extends string>(given: string, known: Iterable<Name>): Name | undefined {
  if (typeof given !== 'string') return undefined
  const wanted = plain(given.slice(0, 100))
  let nearest: Name | undefined
  let least = Math.floor(wanted.length / 3) + 1
  for (const name of known) {
    const distance = distanceOf(wanted, plain(name))
    if (distance >= least) continue
    nearest = name
    least = distance
  }
  return nearest
}

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '')

/** Counts the letters to add, drop, replace or swap with their neighbour until both names are equal. */
function distanceOf(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const steps = [
        (next[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ]
      next.push(Math.min(...steps))
    }
    beforeLast = last
    last = next
  }
  return last[other.length] ?? 0
}
