import { type Locale, matchLocale } from '@hawser/react/messages/matchLocale'
import { en, type HostMessages } from './messages/en.ts'

/** The languages of the page, those of the modal, each by its own name. */
export const pageLocales: { readonly [locale in Locale]: string } = {
  id: 'Bahasa Indonesia',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
  pt: 'Português',
  vi: 'Tiếng Việt',
  tr: 'Türkçe',
  ru: 'Русский',
  uk: 'Українська',
  he: 'עברית',
  ar: 'العربية',
  fa: 'فارسی',
  hi: 'हिन्दी',
  th: 'ไทย',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
}

export type PageLocale = Locale

const storageKey = 'host-language'

/** The language chosen here before, else the first of the visitor's (BCP 47 tags) that there are texts for, else English. */
export function readPageLocale(
  tags: readonly string[] = navigator.languages,
  storage: () => Pick<Storage, 'getItem'> = () => localStorage,
): PageLocale {
  const chosen = attempt(() => storage().getItem(storageKey))
  return matchLocale([chosen ?? '', ...tags])
}

/** Remembers a choice in this browser. One that keeps nothing asks the visitor's languages again. */
export function keepPageLocale(locale: PageLocale, storage: () => Pick<Storage, 'setItem'> = () => localStorage): void {
  attempt(() => storage().setItem(storageKey, locale))
}

export function isPageLocale(text: string | undefined): text is PageLocale {
  return text !== undefined && Object.hasOwn(pageLocales, text)
}

export function directionOf(locale: PageLocale): 'ltr' | 'rtl' {
  return locale === 'ar' || locale === 'fa' || locale === 'he' ? 'rtl' : 'ltr'
}

// One chunk per language. English is not among them: it comes with the page itself.
const dictionaries: { readonly [locale in Exclude<Locale, 'en'>]: () => Promise<HostMessages> } = {
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

/** Texts, and the language they are in. */
export type PageTexts = { readonly locale: PageLocale; readonly texts: HostMessages }

/** The texts of a language; the English ones where they cannot be fetched. */
export async function loadHostMessages(locale: PageLocale): Promise<PageTexts> {
  const texts = locale === 'en' ? en : await dictionaries[locale]().catch(() => undefined)
  return texts === undefined ? { locale: 'en', texts: en } : { locale, texts }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
