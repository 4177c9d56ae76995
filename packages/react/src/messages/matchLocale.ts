/** The built-in languages of the modal. */
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

/** A built-in language of the modal. */
export type Locale = (typeof locales)[number]

// Obsolete language codes, which old systems still use.
const formerCodes: ReadonlyMap<string, string> = new Map([
  ['iw', 'he'],
  ['in', 'id'],
])

/**
 * The first of these language tags (BCP 47) that has texts, or English. Region and script are ignored. Pass
 * `navigator.languages` or the tags of a request's `Accept-Language`.
 */
export function matchLocale(tags: readonly string[]): Locale {
  for (const tag of tags) {
    const code = tag.trim().split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
    const name = formerCodes.get(code) ?? code
    const found = locales.find((locale) => locale === name)
    if (found !== undefined) return found
  }
  return 'en'
}
