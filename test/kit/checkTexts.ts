import { expect } from 'vitest'

/** The texts of one language, by key. A text with a count has one entry per plural form. */
export type Texts = ReadonlyMap<string, string>

/** The texts that a language may share with English: loanwords, or, with `all`, names that are the same in every language. */
export type SameAsEnglish = ReadonlyMap<string, readonly string[] | 'all'>

const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
}
const otherScripts = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Letters that only a neighbouring language has. In a text they show that it strayed from that language's file. */
const strayed: Readonly<Record<string, RegExp>> = {
  ar: /[پچژگکی]/,
  fa: /[كيةى]/,
  ru: /[іїєґ]/i,
  uk: /[ыэъё]/i,
  zh: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
}
const isolates = /[\u2066-\u2069]/gu

/** The writing direction of a language. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return ['ar', 'fa', 'he'].includes(locale) ? 'rtl' : 'ltr'
}

/** The placeholders for values in a text, sorted by name. */
export function placesIn(text = ''): readonly string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
}

/** Every text of a dictionary, by its path. */
export function textsOf(value: unknown, path = ''): Texts {
  if (typeof value === 'string') return new Map([[path, value]])
  return new Map(
    Object.entries(value ?? {}).flatMap(([key, inner]) => [...textsOf(inner, path === '' ? key : `${path}.${key}`)]),
  )
}

/**
 * Checks that no text is empty, has blanks at its ends or two in a row, or contains a control character. Texts from right to
 * left may isolate words.
 */
export function checkForm(locale: string, texts: Texts): void {
  for (const [key, text] of texts) {
    const about = `${locale} ${key}`
    expect(text.trim(), about).toBe(text)
    const plain = directionOf(locale) === 'rtl' ? text.replace(isolates, '') : text
    expect(plain, about).not.toMatch(/^$|\s\s|\p{Cc}|[\u2028-\u202e\u2066-\u2069\ufeff]/u)
    expect(text.normalize('NFC'), about).toBe(text)
  }
}

/**
 * Checks that each text is in its language's own script, without the letters of a neighbouring language.
 * @param except - keys of names
 */
export function checkScript(locale: string, texts: Texts, except: readonly string[] = []): void {
  const own = scripts[locale]
  const others = strayed[locale]
  for (const [key, text] of texts) {
    const about = `${locale} ${key}`
    if (others !== undefined) expect(text, about).not.toMatch(others)
    if (except.includes(key) || locale === 'en') continue
    if (own !== undefined) expect(text, about).toMatch(own)
    else expect(text, about).not.toMatch(otherScripts)
  }
}

/**
 * Checks that each text takes the same values as in English.
 * @param except - whether another check covers the values of a key
 */
export function checkPlaces(
  locale: string,
  texts: Texts,
  english: Texts,
  except: (key: string) => boolean = () => false,
): void {
  for (const [key, text] of texts)
    if (!except(key)) expect(placesIn(text), `${locale} ${key}`).toEqual(placesIn(english.get(key)))
}

/** Finds texts left in English that are not loanwords. */
export function findEnglish(locale: string, texts: Texts, english: Texts, same: SameAsEnglish): readonly string[] {
  return [...texts].flatMap(([key, text]) => {
    const allowed = same.get(key)
    const isLeft = text === english.get(key) && allowed !== 'all' && allowed?.includes(locale) !== true
    return isLeft ? [`${locale} ${key}`] : []
  })
}

/**
 * Checks that the texts on buttons and badges are short.
 * @param room - the maximum number of characters, by key
 */
export function checkRoom(locale: string, texts: Texts, room: Readonly<Record<string, number>>): void {
  for (const [key, most] of Object.entries(room))
    expect([...(texts.get(key) ?? '?'.repeat(99))].length, `${locale} ${key}`).toBeLessThanOrEqual(most)
}
