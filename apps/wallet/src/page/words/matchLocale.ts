/** The languages of the page. */
export const locales = ['ar', 'de', 'en'] as const

export type Locale = (typeof locales)[number]

/** The first supported of these language tags (BCP 47), or English. Region and script are ignored. */
export function matchLocale(tags: readonly string[]): Locale {
  const codes = tags.map((tag) => tag.split(/[-_]/, 1)[0]?.toLowerCase())
  return codes.flatMap((code) => locales.find((locale) => locale === code) ?? [])[0] ?? 'en'
}
