/** The languages of the page, those of the modal. */
export const locales = [
  'ar',
  'de',
  'en',
  'es',
  'fa',
  'fr',
  'he',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'pl',
  'pt',
  'ru',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
] as const

export type Locale = (typeof locales)[number]

// Former codes, which old systems still name.
const formerCodes: ReadonlyMap<string, string> = new Map([
  ['iw', 'he'],
  ['in', 'id'],
])

/** The first of these language tags (BCP 47) there are words for, English when there is none: region and script fall away. */
export function matchLocale(tags: readonly string[]): Locale {
  for (const tag of tags) {
    const code = tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
    const name = formerCodes.get(code) ?? code
    const found = locales.find((locale) => locale === name)
    if (found !== undefined) return found
  }
  return 'en'
}
