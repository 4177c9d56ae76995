import { matchLocale } from './matchLocale.ts'
import { en, type ReachTexts } from './reach/en.ts'

// One chunk per language. English is part of this module: it replaces a language that cannot be fetched.
const loaders = {
  ar: async () => (await import('./reach/ar.ts')).ar,
  de: async () => (await import('./reach/de.ts')).de,
  es: async () => (await import('./reach/es.ts')).es,
  fa: async () => (await import('./reach/fa.ts')).fa,
  fr: async () => (await import('./reach/fr.ts')).fr,
  he: async () => (await import('./reach/he.ts')).he,
  hi: async () => (await import('./reach/hi.ts')).hi,
  id: async () => (await import('./reach/id.ts')).id,
  it: async () => (await import('./reach/it.ts')).it,
  ja: async () => (await import('./reach/ja.ts')).ja,
  ko: async () => (await import('./reach/ko.ts')).ko,
  pl: async () => (await import('./reach/pl.ts')).pl,
  pt: async () => (await import('./reach/pt.ts')).pt,
  ru: async () => (await import('./reach/ru.ts')).ru,
  th: async () => (await import('./reach/th.ts')).th,
  tr: async () => (await import('./reach/tr.ts')).tr,
  uk: async () => (await import('./reach/uk.ts')).uk,
  vi: async () => (await import('./reach/vi.ts')).vi,
  zh: async () => (await import('./reach/zh.ts')).zh,
}

/**
 * The texts about the relay's reach in the modal's language, overridden by the host app's own (`messages.reach`). Never
 * rejects.
 */
export async function loadReachMessages(language: string, own: Partial<ReachTexts> | undefined): Promise<ReachTexts> {
  const locale = matchLocale([language])
  const texts = locale === 'en' ? en : await loaders[locale]().catch(() => en)
  return { ...texts, ...own }
}
