import { en, type Messages } from '@hawser/react'
import { en as classicEn } from '../../../../packages/react/src/messages/classic/en.ts'
import { en as handoffEn } from '../../../../packages/react/src/messages/handoff/en.ts'
import { en as linkedWalletsEn } from '../../../../packages/react/src/messages/linkedWallets/en.ts'
import { en as phoneEn } from '../../../../packages/react/src/messages/phone/en.ts'
import { en as sessionsEn } from '../../../../packages/react/src/messages/sessions/en.ts'

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'ê',
  g: 'ğ',
  i: 'ï',
  n: 'ñ',
  o: 'ô',
  s: 'š',
  u: 'ü',
  A: 'Å',
  C: 'Č',
  E: 'Ë',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Ů',
}

const growth = 0.4

/**
 * A pseudo-language made of English. Its letters reach higher and lower, and every text is 40 % longer and in brackets, so that
 * a text that is cut off or untranslated is visible. From right to left, each word is reversed.
 */
export function pseudoMessages(direction: 'ltr' | 'rtl'): Messages {
  const turn = (text: string) => (direction === 'rtl' ? text.replace(/[^\s{}]+(?![^{]*\})/g, '\u202e$&\u202c') : text)
  const distort = (text: string) => {
    const letters = text.replace(/(\{\w+\})|([a-z])/gi, (letter, place?: string) => place ?? accents[letter] ?? letter)
    const filler = 'ôñê šïx '
      .repeat(Math.ceil(text.length / 8))
      .slice(0, Math.ceil(text.length * growth))
      .trim()
    return turn(`[${letters}${text.includes(' ') ? ' ' : ''}${filler}]`)
  }
  const distortAll = (texts: object): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, distort(String(text))]))
  const { resultCount, ...texts } = en
  const language = direction === 'rtl' ? 'ar-XB' : 'en-XA'
  return {
    ...en,
    ...distortAll(texts),
    resultCount: { ...resultCount, ...distortAll(resultCount) },
    handoff: distortAll(handoffEn),
    phone: distortAll(phoneEn),
    classic: { ...distortAll(classicEn), language },
    sessions: { ...distortAll(sessionsEn), language, direction },
    linkedWallets: { ...distortAll(linkedWalletsEn), language, direction },
    language,
    direction,
  }
}
