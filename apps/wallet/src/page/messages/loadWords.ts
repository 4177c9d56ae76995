import type { Words } from '../words.ts'
import { en } from './en.ts'
import type { Messages } from './messages.ts'

// One chunk for each language. Another one is a file beside these and a line here.
const dictionaries: ReadonlyMap<string, () => Promise<Messages>> = new Map([
  ['de', async () => (await import('./de.ts')).de],
  ['fa', async () => (await import('./fa.ts')).fa],
])

/**
 * The words for the first of these language tags (BCP 47) there are any for, English when there is none: region and script
 * fall away. A language that cannot be fetched is English too.
 */
export async function loadWords(tags: readonly string[]): Promise<Words> {
  for (const tag of tags) {
    const locale = tag.split('-', 1)[0]?.toLowerCase() ?? ''
    if (locale === 'en') break
    const messages = await dictionaries
      .get(locale)?.()
      .catch(() => undefined)
    if (messages !== undefined) return { locale, messages }
  }
  return { locale: 'en', messages: en }
}
