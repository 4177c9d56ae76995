import { en, type HostMessages } from './en.ts'

/** The languages of the page, each by its own name. */
export const pageLocales = { en: 'English', de: 'Deutsch', fa: 'فارسی' } as const

export type PageLocale = keyof typeof pageLocales

const storageKey = 'host-language'

/** The language chosen here before, else the first of the visitor's (BCP 47 tags) that there are texts for, else English. */
export function readPageLocale(
  tags: readonly string[] = navigator.languages,
  storage: () => Pick<Storage, 'getItem'> = () => localStorage,
): PageLocale {
  const chosen = attempt(() => storage().getItem(storageKey)) ?? undefined
  const codes = [chosen, ...tags].map((tag) => tag?.split('-', 1)[0]?.toLowerCase())
  return codes.find(isPageLocale) ?? 'en'
}

/** Remembers a choice in this browser. One that keeps nothing asks the visitor's languages again. */
export function keepPageLocale(locale: PageLocale, storage: () => Pick<Storage, 'setItem'> = () => localStorage): void {
  attempt(() => storage().setItem(storageKey, locale))
}

export function isPageLocale(text: string | undefined): text is PageLocale {
  return text !== undefined && Object.hasOwn(pageLocales, text)
}

export function directionOf(locale: PageLocale): 'ltr' | 'rtl' {
  return locale === 'fa' ? 'rtl' : 'ltr'
}

/** The texts of a language; English where they cannot be fetched. */
export async function loadHostMessages(locale: PageLocale): Promise<HostMessages> {
  const fetched: Readonly<Record<PageLocale, () => Promise<HostMessages>>> = {
    en: async () => en,
    de: async () => (await import('./de.ts')).de,
    fa: async () => (await import('./fa.ts')).fa,
  }
  return fetched[locale]().catch(() => en)
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
