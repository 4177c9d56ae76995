/**
 * The index that a key moves to from `index` in a row of `count` items: one step for an arrow, the first or last item for Home
 * and End. Undefined for any other key.
 */
export function arrowTarget(key: string, index: number, count: number, isRightToLeft: boolean): number | undefined {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const targets: Readonly<Record<string, number>> = {
    [forward]: index + 1,
    [backward]: index - 1,
    Home: 0,
    End: count - 1,
  }
  return Object.hasOwn(targets, key) ? targets[key] : undefined
}
