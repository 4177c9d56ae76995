import { fill } from './fill.ts'

/** Fills a time of day into a text, with the date if it is not today: `until {time}`. */
export function fillTime(text: string, at: number | undefined, language: string): string {
  if (at === undefined) return fill(text, { time: '…' })
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  const format = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', ...day })
  return fill(text, { time: format.format(at) })
}
