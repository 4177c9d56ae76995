import { type Locale, matchLocale } from './matchLocale.ts'
import { en } from './messages/en.ts'
import type { Messages } from './messages.ts'
import type { Words } from './words.ts'

// One chunk per language. English is not listed: it comes with the page.
const dictionaries: { readonly [locale in Exclude<Locale, 'en'>]: () => Promise<Messages> } = {
  ar: async () => (await import('./messages/ar.ts')).ar,
  de: async () => (await import('./messages/de.ts')).de,
}

/** Loads the texts for the first supported of these language tags. English if none is supported, or if loading fails. */
export async function loadWords(tags: readonly string[]): Promise<Words> {
  const locale = matchLocale(tags)
  const messages = locale === 'en' ? en : await dictionaries[locale]().catch(() => undefined)
  return messages === undefined ? { locale: 'en', messages: en } : { locale, messages }
}
