/** Returns the value below which the given part of the values lies (0.99 for p99), or 0 for no values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}
