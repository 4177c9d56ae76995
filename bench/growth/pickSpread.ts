// No size is a multiple of the stride, so a walk reaches every entry.
const stride = 7_919

/** Returns a different entry for each number. The walk jumps, so that no cache predicts the next entry. */
export function pickSpread<T>(all: readonly T[], number: number): T {
  const picked = all[(number * stride) % all.length]
  if (picked === undefined) throw new Error('There is nothing to pick from.')
  return picked
}
