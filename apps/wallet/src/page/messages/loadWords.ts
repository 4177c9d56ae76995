import type { Words } from '../words.ts'
import { en } from './en.ts'
import { type Locale, matchLocale } from './matchLocale.ts'
import type { Messages } from './messages.ts'

// One chunk per language. English is not among them: it comes with the page itself.
const dictionaries: { readonly [locale in Exclude<Locale, 'en'>]: () => Promise<Messages> } = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fa: async () => (await import('./fa.ts')).fa,
  fr: async () => (await import('./fr.ts')).fr,
  he: async () => (await import('./he.ts')).he,
  hi: async () => (await import('./hi.ts')).hi,
  id: async () => (await import('./id.ts')).id,
  it: async () => (await import('./it.ts')).it,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  pl: async () => (await import('./pl.ts')).pl,
  pt: async () => (await import('./pt.ts')).pt,
  ru: async () => (await import('./ru.ts')).ru,
  th: async () => (await import('./th.ts')).th,
  tr: async () => (await import('./tr.ts')).tr,
  uk: async () => (await import('./uk.ts')).uk,
  vi: async () => (await import('./vi.ts')).vi,
  zh: async () => (await import('./zh.ts')).zh,
}

/** The words for the first of these language tags there are any for; English when there is none, or it cannot be fetched. */
export async function loadWords(tags: readonly string[]): Promise<Words> {
  const locale = matchLocale(tags)
  const messages = locale === 'en' ? en : await dictionaries[locale]().catch(() => undefined)
  return messages === undefined ? { locale: 'en', messages: en } : { locale, messages }
}
