import { matchLocale } from './matchLocale.ts'
import { en, type PhoneTexts } from './phone/en.ts'

// One chunk per language. English is part of this module: it replaces a language that cannot be fetched.
const loaders = {
  ar: async () => (await import('./phone/ar.ts')).ar,
  de: async () => (await import('./phone/de.ts')).de,
  es: async () => (await import('./phone/es.ts')).es,
  fa: async () => (await import('./phone/fa.ts')).fa,
  fr: async () => (await import('./phone/fr.ts')).fr,
  he: async () => (await import('./phone/he.ts')).he,
  hi: async () => (await import('./phone/hi.ts')).hi,
  id: async () => (await import('./phone/id.ts')).id,
  it: async () => (await import('./phone/it.ts')).it,
  ja: async () => (await import('./phone/ja.ts')).ja,
  ko: async () => (await import('./phone/ko.ts')).ko,
  pl: async () => (await import('./phone/pl.ts')).pl,
  pt: async () => (await import('./phone/pt.ts')).pt,
  ru: async () => (await import('./phone/ru.ts')).ru,
  th: async () => (await import('./phone/th.ts')).th,
  tr: async () => (await import('./phone/tr.ts')).tr,
  uk: async () => (await import('./phone/uk.ts')).uk,
  vi: async () => (await import('./phone/vi.ts')).vi,
  zh: async () => (await import('./phone/zh.ts')).zh,
}

/**
 * The texts of a wallet's own browser in the modal's language, overridden by the host app's own (`messages.phone`). Never
 * rejects.
 */
export async function loadPhoneMessages(language: string, own: Partial<PhoneTexts> | undefined): Promise<PhoneTexts> {
  const locale = matchLocale([language])
  const texts = locale === 'en' ? en : await loaders[locale]().catch(() => en)
  return { ...texts, ...own }
}
