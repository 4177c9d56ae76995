import { en, type HostMessages } from './messages/en.ts'

/** The languages of the page, each by its own name. The modal has more languages. */
export const pageLocales = { de: 'Deutsch', en: 'English', ar: 'العربية' } as const

export type PageLocale = keyof typeof pageLocales

const storageKey = 'host-language'

/** The language chosen here before, else the first of the visitor's languages (BCP 47 tags) that has texts, else English. */
export function readPageLocale(
  tags: readonly string[] = navigator.languages,
  storage: () => Pick<Storage, 'getItem'> = () => localStorage,
): PageLocale {
  const chosen = attempt(() => storage().getItem(storageKey))
  const codes = [chosen ?? '', ...tags].map((tag) => tag.split(/[-_]/, 1)[0]?.toLowerCase())
  return codes.find(isPageLocale) ?? 'en'
}

/** Remembers the chosen language in this browser. Without storage, the visitor's languages decide again. */
export function keepPageLocale(locale: PageLocale, storage: () => Pick<Storage, 'setItem'> = () => localStorage): void {
  attempt(() => storage().setItem(storageKey, locale))
}

export function isPageLocale(text: string | undefined): text is PageLocale {
  return text !== undefined && Object.hasOwn(pageLocales, text)
}

export function directionOf(locale: PageLocale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

// One chunk per language. English comes with the page itself.
const dictionaries: { readonly [locale in Exclude<PageLocale, 'en'>]: () => Promise<HostMessages> } = {
  ar: async () => (await import('./messages/ar.ts')).ar,
  de: async () => (await import('./messages/de.ts')).de,
}

export type PageTexts = { readonly locale: PageLocale; readonly texts: HostMessages }

/** Loads the texts of a language, or the English texts if those cannot be fetched. */
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
