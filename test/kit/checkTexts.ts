import { expect } from 'vitest'

/** Of one language, or of English: every text by its key, a text with a count once per plural form. */
export type Texts = ReadonlyMap<string, string>

/** The texts that a language may share with English: words it took over, or, in `all`, names that are the same everywhere. */
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
/** Letters that only the neighbour has: nothing strayed from its file. */
const strayed: Readonly<Record<string, RegExp>> = {
  ar: /[پچژگکی]/,
  fa: /[كيةى]/,
  ru: /[іїєґ]/i,
  uk: /[ыэъё]/i,
  zh: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
}
const isolates = /[\u2066-\u2069]/gu

/** How a language is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return ['ar', 'fa', 'he'].includes(locale) ? 'rtl' : 'ltr'
}

/** The places for values in a text, in order of their names. */
export function placesIn(text = ''): readonly string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
}

/** Every text of a dictionary with the path to it. */
export function textsOf(value: unknown, path = ''): Texts {
  if (typeof value === 'string') return new Map([[path, value]])
  return new Map(
    Object.entries(value ?? {}).flatMap(([key, inner]) => [...textsOf(inner, path === '' ? key : `${path}.${key}`)]),
  )
}

/** No text is empty, has blanks at its ends or two in a row, or a control character; a word of the other direction may be isolated. */
export function checkForm(locale: string, texts: Texts): void {
  for (const [key, text] of texts) {
    const about = `${locale} ${key}`
    expect(text.trim(), about).toBe(text)
    const plain = directionOf(locale) === 'rtl' ? text.replace(isolates, '') : text
    expect(plain, about).not.toMatch(/^$|\s\s|\p{Cc}|[\u2028-\u202e\u2066-\u2069\ufeff]/u)
    expect(text.normalize('NFC'), about).toBe(text)
  }
}

/** Each text is in its language's own script, without the letters of a neighbour. @param except - keys of names */
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

/** The same values are put in as in English. @param except - whether a key's places are looked at elsewhere */
export function checkPlaces(
  locale: string,
  texts: Texts,
  english: Texts,
  except: (key: string) => boolean = () => false,
): void {
  for (const [key, text] of texts)
    if (!except(key)) expect(placesIn(text), `${locale} ${key}`).toEqual(placesIn(english.get(key)))
}

/** Finds texts left in English that are not words the language took over. */
export function findEnglish(locale: string, texts: Texts, english: Texts, same: SameAsEnglish): readonly string[] {
  return [...texts].flatMap(([key, text]) => {
    const allowed = same.get(key)
    const isLeft = text === english.get(key) && allowed !== 'all' && allowed?.includes(locale) !== true
    return isLeft ? [`${locale} ${key}`] : []
  })
}

/** Texts on buttons and badges are short. @param room - characters at most, by key */
export function checkRoom(locale: string, texts: Texts, room: Readonly<Record<string, number>>): void {
  for (const [key, most] of Object.entries(room))
    expect([...(texts.get(key) ?? '?'.repeat(99))].length, `${locale} ${key}`).toBeLessThanOrEqual(most)
}
