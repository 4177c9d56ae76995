import { matchLocale } from './matchLocale.ts'
import { en, type SessionsMessages } from './sessions/en.ts'

// One chunk per language. English is part of this module: it is shown until another language is loaded.
const loaders = {
  ar: async () => (await import('./sessions/ar.ts')).ar,
  de: async () => (await import('./sessions/de.ts')).de,
  es: async () => (await import('./sessions/es.ts')).es,
  fa: async () => (await import('./sessions/fa.ts')).fa,
  fr: async () => (await import('./sessions/fr.ts')).fr,
  he: async () => (await import('./sessions/he.ts')).he,
  hi: async () => (await import('./sessions/hi.ts')).hi,
  id: async () => (await import('./sessions/id.ts')).id,
  it: async () => (await import('./sessions/it.ts')).it,
  ja: async () => (await import('./sessions/ja.ts')).ja,
  ko: async () => (await import('./sessions/ko.ts')).ko,
  pl: async () => (await import('./sessions/pl.ts')).pl,
  pt: async () => (await import('./sessions/pt.ts')).pt,
  ru: async () => (await import('./sessions/ru.ts')).ru,
  th: async () => (await import('./sessions/th.ts')).th,
  tr: async () => (await import('./sessions/tr.ts')).tr,
  uk: async () => (await import('./sessions/uk.ts')).uk,
  vi: async () => (await import('./sessions/vi.ts')).vi,
  zh: async () => (await import('./sessions/zh.ts')).zh,
}

/** The texts for the first of these language tags that has texts. English if none has, or if they cannot be loaded. */
export async function loadSessionsMessages(tags: readonly string[]): Promise<SessionsMessages> {
  const locale = matchLocale(tags)
  try {
    return locale === 'en' ? en : await loaders[locale]()
  } catch {
    return en
  }
}
