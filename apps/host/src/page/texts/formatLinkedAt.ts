/** A time (epoch milliseconds) as the visitor's own language and time zone write it. */
export function formatLinkedAt(linkedAt: number, locale?: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(linkedAt)
}
