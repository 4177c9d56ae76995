import { type Locale, matchLocale } from './matchLocale.ts'
import type { Messages } from './modal/en.ts'

// One chunk per language. English is not listed: it comes with the modal.
const dictionaries: { readonly [locale in Exclude<Locale, 'en'>]: () => Promise<Messages> } = {
  ar: async () => (await import('./modal/ar.ts')).ar,
  de: async () => (await import('./modal/de.ts')).de,
  es: async () => (await import('./modal/es.ts')).es,
  fa: async () => (await import('./modal/fa.ts')).fa,
  fr: async () => (await import('./modal/fr.ts')).fr,
  he: async () => (await import('./modal/he.ts')).he,
  hi: async () => (await import('./modal/hi.ts')).hi,
  id: async () => (await import('./modal/id.ts')).id,
  it: async () => (await import('./modal/it.ts')).it,
  ja: async () => (await import('./modal/ja.ts')).ja,
  ko: async () => (await import('./modal/ko.ts')).ko,
  pl: async () => (await import('./modal/pl.ts')).pl,
  pt: async () => (await import('./modal/pt.ts')).pt,
  ru: async () => (await import('./modal/ru.ts')).ru,
  th: async () => (await import('./modal/th.ts')).th,
  tr: async () => (await import('./modal/tr.ts')).tr,
  uk: async () => (await import('./modal/uk.ts')).uk,
  vi: async () => (await import('./modal/vi.ts')).vi,
  zh: async () => (await import('./modal/zh.ts')).zh,
}

/** The texts for the first of these language tags that has texts; undefined when that is English. */
export async function loadMessages(tags: readonly string[]): Promise<Messages | undefined> {
  const locale = matchLocale(tags)
  return locale === 'en' ? undefined : dictionaries[locale]()
}
