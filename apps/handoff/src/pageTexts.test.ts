import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { pageTexts } from './pageTexts.ts'
import { readPageWords } from './pageWords.ts'
import { en } from './texts/en.ts'

const placesIn = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const english: Readonly<Record<string, string>> = en

test('C12: every word of the page in all twenty languages', () => {
  expect(Object.keys(pageTexts)).toEqual(Object.keys(languages))
  expect(Object.keys(languages)).toHaveLength(20)
  for (const [name, { language, direction, ...texts }] of Object.entries(pageTexts)) {
    expect(language).toBe(name)
    expect(direction, name).toBe(['ar', 'fa', 'he'].includes(name) ? 'rtl' : 'ltr')
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(texts)) {
      const about = `${name} ${key}`
      expect(text, about).toMatch(/^\S.*\S$/su)
      expect(text, about).not.toMatch(/\s\s|[\u2028-\u202e\u2066-\u2069\ufeff]/u)
      expect(text.normalize('NFC'), about).toBe(text)
      expect(placesIn(text), about).toEqual(placesIn(english[key]))
      if (name !== 'en') expect(text, about).not.toBe(english[key])
    }
  }
})

test('C12: a word of the page in its own script', () => {
  const scripts = {
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
  const strayed = { ar: /[پچژگکی]/, fa: /[كيةى]/, ru: /[іїєґ]/i, uk: /[ыэъё]/i }
  for (const [name, { language: _, direction: __, ...texts }] of Object.entries(pageTexts)) {
    for (const [key, text] of Object.entries(texts)) {
      const script = name in scripts ? scripts[name as keyof typeof scripts] : undefined
      if (script !== undefined) expect(text, `${name} ${key}`).toMatch(script)
      else expect(text, `${name} ${key}`).not.toMatch(/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}]/u)
      if (name in strayed) expect(text, `${name} ${key}`).not.toMatch(strayed[name as keyof typeof strayed])
    }
  }
})

test('what stands on a button of the page is short', () => {
  for (const [name, texts] of Object.entries(pageTexts))
    for (const key of ['copy', 'stop', 'tryAgain', 'copyDigits', 'copiedDigits'])
      expect([...(texts[key] ?? '')].length, `${name} ${texts[key]}`).toBeLessThanOrEqual(26)
})

test('readPageWords: what the server wrote, English for what is not there, and for what is no JSON', () => {
  const german = readPageWords(JSON.stringify({ language: 'de', direction: 'ltr', title: 'Wallet verknüpfen', yes: 5 }))
  expect(german).toEqual({ ...en, language: 'de', direction: 'ltr', title: 'Wallet verknüpfen' })
  for (const text of ['', 'no', 'null', '5', undefined, null])
    expect(readPageWords(text)).toEqual({ ...en, language: 'en', direction: 'ltr' })
})
