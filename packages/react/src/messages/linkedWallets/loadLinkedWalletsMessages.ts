import { matchLocale } from '../matchLocale.ts'
import { en, type LinkedWalletsMessages } from './en.ts'

// One chunk per language. English is here already: it stands in for the others until they are there.
const loaders = {
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

/** The texts for the first of these language tags there are texts for; English where there are none, or they cannot be fetched. */
export async function loadLinkedWalletsMessages(tags: readonly string[]): Promise<LinkedWalletsMessages> {
  const locale = matchLocale(tags)
  try {
    return locale === 'en' ? en : await loaders[locale]()
  } catch {
    return en
  }
}
