import { formatAgo } from './formatAgo.ts'

type DateTimeProps = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly language: string
  /** Shows "3 days ago", with the date and time where the visitor points at it. */
  readonly isAgo?: true
  /** A text around the time: `Linked {time}`. */
  readonly text?: string
}

/** A time in the visitor's own language and time zone. */
export function DateTime({ at, language, isAgo, text = '{time}' }: DateTimeProps) {
  const [before = '', after = ''] = text.split('{time}', 2)
  // English in the form of the visitor's region.
  const tag = (language === 'en' && navigator.languages.find((each) => /^en\b/i.test(each))) || language
  const whole = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  return (
    <>
      {before}
      <time dateTime={new Date(at).toISOString()} title={isAgo ? whole : undefined}>
        {isAgo ? formatAgo(at, Date.now(), tag) : whole}
      </time>
      {after}
    </>
  )
}
