import { en, type Texts } from './texts/en.ts'

/** The words of the page in one language, and its writing direction. */
export type PageWords = Texts & { readonly language: string; readonly direction: 'ltr' | 'rtl' }

/** Reads the words that the server wrote into the page. English replaces missing words. */
export function readPageWords(json: string | null | undefined): PageWords {
  const found = new Map(Object.entries(parse(json)))
  const read = (key: string) => {
    const text = found.get(key)
    return typeof text === 'string' ? text : undefined
  }
  const texts = {
    ...en,
    ...Object.fromEntries(Object.keys(en).flatMap((key) => (read(key) ? [[key, read(key)]] : []))),
  }
  return { ...texts, language: read('language') ?? 'en', direction: read('direction') === 'rtl' ? 'rtl' : 'ltr' }
}

function parse(json: string | null | undefined): object {
  try {
    return Object(JSON.parse(json ?? ''))
  } catch {
    return {}
  }
}

/**
 * Fetches the words of a language that the visitor has chosen, from the page's own address.
 * @returns undefined if the words cannot be loaded
 */
export async function fetchPageWords(page: string, language: string): Promise<PageWords | undefined> {
  try {
    const answer = await fetch(`${page}/texts/${language}`)
    return answer.ok ? readPageWords(await answer.text()) : undefined
  } catch {
    return undefined
  }
}
