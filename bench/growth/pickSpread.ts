// No size is a multiple of it, so that a walk reaches all of them.
const stride = 7_919

/** One of many, another for each number: the walk jumps, so that no cache foresees the next one. */
export function pickSpread<T>(all: readonly T[], number: number): T {
  const picked = all[(number * stride) % all.length]
  if (picked === undefined) throw new Error('There is nothing to pick from.')
  return picked
}
