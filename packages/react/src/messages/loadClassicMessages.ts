import { type ClassicMessages, en } from './classic/en.ts'

// One chunk per language. English is part of this module: it replaces a language that is missing (C12).
const loaders: Readonly<Record<string, () => Promise<ClassicMessages>>> = {
  de: async () => (await import('./classic/de.ts')).de,
  es: async () => (await import('./classic/es.ts')).es,
  fa: async () => (await import('./classic/fa.ts')).fa,
  fr: async () => (await import('./classic/fr.ts')).fr,
  ko: async () => (await import('./classic/ko.ts')).ko,
  pt: async () => (await import('./classic/pt.ts')).pt,
  zh: async () => (await import('./classic/zh.ts')).zh,
}

/** The classic texts of a language (`pt-BR` finds `pt`). Returns English for an unknown language, or if the texts cannot be loaded. */
export async function loadClassicMessages(language: string): Promise<ClassicMessages> {
  const name = language.split('-')[0]?.toLowerCase() ?? ''
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined
  try {
    return (await load?.()) ?? en
  } catch {
    return en
  }
}
