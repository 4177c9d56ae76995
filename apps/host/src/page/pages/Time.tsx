import { usePage } from './pageContext.ts'

/** A time (epoch milliseconds) inside a text such as `Linked {time}`. */
export function Time({ at, text }: { readonly at: number; readonly text: string }) {
  const { locale } = usePage()
  const [before, after] = text.split('{time}', 2)
  // English times follow the visitor's region.
  const tag = locale === 'en' ? navigator.languages.find((each) => /^en\b/i.test(each)) : locale
  const format = new Intl.DateTimeFormat(tag ?? locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      {before}
      <time dateTime={new Date(at).toISOString()}>{format.format(at)}</time>
      {after}
    </>
  )
}
