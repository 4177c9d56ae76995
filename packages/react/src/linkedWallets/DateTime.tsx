type DateTimeProps = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly language: string
  /** The place of the time in a text: `Linked {time}`. */
  readonly text?: string
}

/** A time in the visitor's own language and time zone. */
export function DateTime({ at, language, text = '{time}' }: DateTimeProps) {
  const [before = '', after = ''] = text.split('{time}', 2)
  // English as the visitor's region writes it.
  const tag = language === 'en' ? navigator.languages.find((each) => /^en\b/i.test(each)) : language
  const format = new Intl.DateTimeFormat(tag ?? language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      {before}
      <time dateTime={new Date(at).toISOString()}>{format.format(at)}</time>
      {after}
    </>
  )
}
