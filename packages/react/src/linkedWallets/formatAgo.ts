/** Longest unit first: a time is given in the first unit that it fills. */
const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/**
 * Says how long ago a time was, in the language's words: "3 days ago", "yesterday", "now". A time in the future comes from a
 * server whose clock is ahead.
 */
export function formatAgo(at: number, now: number, language: string): string {
  const past = now - at
  const [unit, length] = units.find(([, length]) => past >= length) ?? ['second', Number.POSITIVE_INFINITY]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(past / length), unit)
}
