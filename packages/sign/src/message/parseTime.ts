// Epoch seconds that no real clock reaches. A larger number is in milliseconds or microseconds.
const maxSeconds = 100_000_000_000

/**
 * Reads a time that a peer writes in epoch seconds, and returns epoch milliseconds, to the second. Some peers write a text, a
 * fraction, milliseconds or microseconds. Undefined for any other value.
 */
export function parseTime(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^\s*\d{1,16}(?:\.\d{1,9})?\s*$/.test(value)
  let seconds = isText ? Number(value) : value
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER)) return undefined
  while (seconds > maxSeconds) seconds /= 1000
  return Math.floor(seconds) * 1000
}
