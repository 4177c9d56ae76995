import { type Locale, matchLocale } from './matchLocale.ts'
import { en } from './messages/en.ts'
import type { Messages } from './messages.ts'
import type { Words } from './words.ts'

// One chunk per language. English is not among them: it comes with the page itself.
const dictionaries: { readonly [locale in Exclude<Locale, 'en'>]: () => Promise<Messages> } = {
  ar: async () => (await import('./messages/ar.ts')).ar,
  de: async () => (await import('./messages/de.ts')).de,
  es: async () => (await import('./messages/es.ts')).es,
  fa: async () => (await import('./messages/fa.ts')).fa,
  fr: async () => (await import('./messages/fr.ts')).fr,
  he: async () => (await import('./messages/he.ts')).he,
  hi: async () => (await import('./messages/hi.ts')).hi,
  id: async () => (await import('./messages/id.ts')).id,
  it: async () => (await import('./messages/it.ts')).it,
  ja: async () => (await import('./messages/ja.ts')).ja,
  ko: async () => (await import('./messages/ko.ts')).ko,
  pl: async () => (await import('./messages/pl.ts')).pl,
  pt: async () => (await import('./messages/pt.ts')).pt,
  ru: async () => (await import('./messages/ru.ts')).ru,
  th: async () => (await import('./messages/th.ts')).th,
  tr: async () => (await import('./messages/tr.ts')).tr,
  uk: async () => (await import('./messages/uk.ts')).uk,
  vi: async () => (await import('./messages/vi.ts')).vi,
  zh: async () => (await import('./messages/zh.ts')).zh,
}

/** The words for the first of these language tags there are any for; English when there is none, or it cannot be fetched. */
export async function loadWords(tags: readonly string[]): Promise<Words> {
  const locale = matchLocale(tags)
  const messages = locale === 'en' ? en : await dictionaries[locale]().catch(() => undefined)
  return messages === undefined ? { locale: 'en', messages: en } : { locale, messages }
}
