import { en, type LinkedWalletsMessages } from './linkedWallets/en.ts'
import { matchLocale } from './matchLocale.ts'

// One chunk per language. English is part of this module: it is shown until another language is loaded.
const loaders = {
  ar: async () => (await import('./linkedWallets/ar.ts')).ar,
  de: async () => (await import('./linkedWallets/de.ts')).de,
  es: async () => (await import('./linkedWallets/es.ts')).es,
  fa: async () => (await import('./linkedWallets/fa.ts')).fa,
  fr: async () => (await import('./linkedWallets/fr.ts')).fr,
  he: async () => (await import('./linkedWallets/he.ts')).he,
  hi: async () => (await import('./linkedWallets/hi.ts')).hi,
  id: async () => (await import('./linkedWallets/id.ts')).id,
  it: async () => (await import('./linkedWallets/it.ts')).it,
  ja: async () => (await import('./linkedWallets/ja.ts')).ja,
  ko: async () => (await import('./linkedWallets/ko.ts')).ko,
  pl: async () => (await import('./linkedWallets/pl.ts')).pl,
  pt: async () => (await import('./linkedWallets/pt.ts')).pt,
  ru: async () => (await import('./linkedWallets/ru.ts')).ru,
  th: async () => (await import('./linkedWallets/th.ts')).th,
  tr: async () => (await import('./linkedWallets/tr.ts')).tr,
  uk: async () => (await import('./linkedWallets/uk.ts')).uk,
  vi: async () => (await import('./linkedWallets/vi.ts')).vi,
  zh: async () => (await import('./linkedWallets/zh.ts')).zh,
}

/** The texts for the first of these language tags that has texts. English if none has, or if they cannot be loaded. */
export async function loadLinkedWalletsMessages(tags: readonly string[]): Promise<LinkedWalletsMessages> {
  const locale = matchLocale(tags)
  try {
    return locale === 'en' ? en : await loaders[locale]()
  } catch {
    return en
  }
}
