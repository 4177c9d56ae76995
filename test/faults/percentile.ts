/** The value that the given part of the values (0.99 for p99) does not pass; 0 of no values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}
