/** The longest unit first: a time is told in the first one that it fills. */
const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/**
 * How long ago something was, as the language says it: "3 weeks ago", "yesterday", "now". A time that is still to come
 * is that of a server whose clock is ahead.
 */
export function formatAgo(at: number, now: number, language: string): string {
  const past = Math.max(0, now - at)
  const [unit, length] = units.find(([, length]) => past >= length) ?? ['second', Number.POSITIVE_INFINITY]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(past / length), unit)
}
