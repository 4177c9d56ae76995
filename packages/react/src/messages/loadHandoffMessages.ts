import { en, type HandoffTexts } from './handoff/en.ts'
import { matchLocale } from './matchLocale.ts'

// One chunk per language. English is part of this module: it replaces a language that cannot be fetched.
const loaders = {
  ar: async () => (await import('./handoff/ar.ts')).ar,
  de: async () => (await import('./handoff/de.ts')).de,
  es: async () => (await import('./handoff/es.ts')).es,
  fa: async () => (await import('./handoff/fa.ts')).fa,
  fr: async () => (await import('./handoff/fr.ts')).fr,
  he: async () => (await import('./handoff/he.ts')).he,
  hi: async () => (await import('./handoff/hi.ts')).hi,
  id: async () => (await import('./handoff/id.ts')).id,
  it: async () => (await import('./handoff/it.ts')).it,
  ja: async () => (await import('./handoff/ja.ts')).ja,
  ko: async () => (await import('./handoff/ko.ts')).ko,
  pl: async () => (await import('./handoff/pl.ts')).pl,
  pt: async () => (await import('./handoff/pt.ts')).pt,
  ru: async () => (await import('./handoff/ru.ts')).ru,
  th: async () => (await import('./handoff/th.ts')).th,
  tr: async () => (await import('./handoff/tr.ts')).tr,
  uk: async () => (await import('./handoff/uk.ts')).uk,
  vi: async () => (await import('./handoff/vi.ts')).vi,
  zh: async () => (await import('./handoff/zh.ts')).zh,
}

/** The texts of a handoff in the modal's language, overridden by the host app's own (`messages.handoff`). Never rejects. */
export async function loadHandoffMessages(
  language: string,
  own: Partial<HandoffTexts> | undefined,
): Promise<HandoffTexts> {
  const locale = matchLocale([language])
  const texts = locale === 'en' ? en : await loaders[locale]().catch(() => en)
  return { ...texts, ...own }
}
