import { en, type Messages } from '@hawser/react'

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
 * A language nobody speaks, made of English: its letters reach higher and lower, every text is 40 % longer and stands in
 * brackets, so that a text that is cut off or was never translated can be told. From right to left each word is turned round.
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
  const distorted = Object.entries(en).map(([key, value]) => [
    key,
    typeof value === 'string'
      ? distort(value)
      : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, distort(text)])),
  ])
  return { ...en, ...Object.fromEntries(distorted), language: direction === 'rtl' ? 'ar-XB' : 'en-XA', direction }
}
