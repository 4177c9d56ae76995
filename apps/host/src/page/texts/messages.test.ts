import {
  checkForm,
  checkPlaces,
  checkRoom,
  checkScript,
  directionOf as directionOfTexts,
  findEnglish,
  textsOf,
} from '@hawser/test-kit/checkTexts'
import { expect, test } from 'vitest'
import { fill } from './fill.ts'
import { en, type HostMessages } from './messages/en.ts'
import {
  directionOf,
  keepPageLocale,
  loadHostMessages,
  type PageLocale,
  pageLocales,
  readPageLocale,
} from './pageLocale.ts'

const locales: readonly PageLocale[] = ['ar', 'de', 'en']
const dictionaries: ReadonlyMap<PageLocale, HostMessages> = new Map(
  await Promise.all(
    locales.map(async (locale) => {
      const loaded = await loadHostMessages(locale)
      expect(loaded.locale).toBe(locale)
      return [locale, loaded.texts] as const
    }),
  ),
)
const translated = [...dictionaries].filter(([locale]) => locale !== 'en')
const english = textsOf(en)

test('messages: three languages, each by its own name and in its own direction', () => {
  expect(Object.keys(pageLocales).sort()).toEqual(locales)
  for (const locale of locales) {
    const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? '?'
    expect(pageLocales[locale].toLowerCase()).toContain(name.toLowerCase())
    expect(directionOf(locale), locale).toBe(directionOfTexts(locale))
  }
})

test('messages: every language has exactly the texts of English and puts in the same values', () => {
  for (const [locale, texts] of translated) {
    expect(Object.keys(texts), locale).toEqual([...english.keys()])
    checkPlaces(locale, textsOf(texts), english)
  }
})

/** English words that a language has adopted. */
const sameAsEnglish: ReadonlyMap<string, readonly PageLocale[]> = new Map([
  ['name', ['de']],
  ['wallets', ['de']],
])

test('messages: only words that the language adopted are in English', () => {
  const left = translated.flatMap(([locale, texts]) => findEnglish(locale, textsOf(texts), english, sameAsEnglish))
  expect(left).toEqual([])
})

test('messages: no text is empty, has blanks at its ends or two in a row, or a control character', () => {
  for (const [locale, texts] of dictionaries) checkForm(locale, textsOf(texts))
})

test('messages: each language is in its own script, without the letters of its neighbour', () => {
  for (const [locale, texts] of translated) checkScript(locale, textsOf(texts), ['browserOnSystem'])
})

/** The most characters of texts that have little room. */
const room: { readonly [key in keyof HostMessages]?: number } = {
  appName: 24,
  skip: 24,
  account: 16,
  signUp: 18,
  signIn: 18,
  signOut: 18,
  anonymous: 26,
  signedIn: 20,
  language: 12,
  retry: 18,
  cancel: 12,
  thisSession: 18,
  endSession: 26,
  or: 8,
  name: 14,
  password: 16,
}

test('messages: texts on buttons, badges and in the bar are short', () => {
  for (const [locale, texts] of dictionaries) {
    checkRoom(locale, textsOf(texts), { ...room })
    expect([...`${texts.wallets}${texts.activity}${texts.sessions}`].length, locale).toBeLessThanOrEqual(34)
  }
})

test('readPageLocale: the earlier choice, else the first language with texts, else English', () => {
  const empty = () => ({ getItem: () => null })
  expect(readPageLocale(['nb-NO', 'de-AT', 'en'], empty)).toBe('de')
  expect(readPageLocale(['fr-CH', 'DE_at', 'en'], empty)).toBe('de')
  expect(readPageLocale(['ar-EG'], empty)).toBe('ar')
  expect(readPageLocale(['fa-IR', 'ja'], empty)).toBe('en')
  expect(readPageLocale(['nb', 'constructor'], empty)).toBe('en')
  expect(readPageLocale(['de'], () => ({ getItem: () => 'ar' }))).toBe('ar')
  // An earlier version that had Persian kept this choice.
  expect(readPageLocale(['de'], () => ({ getItem: () => 'fa' }))).toBe('de')
  expect(readPageLocale(['de'], () => ({ getItem: () => '__proto__' }))).toBe('de')
})

test('readPageLocale, keepPageLocale: work in a browser without storage', () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(readPageLocale(['de'], refuse)).toBe('de')
  expect(() => keepPageLocale('de', refuse)).not.toThrow()
})

test('fill: inserts values once, keeps unknown braces, and isolates directions', () => {
  expect(fill('{name} and {other} {gone}', { name: '{other}', other: 'b' })).toBe('{other} and b {gone}')
  expect(fill('{constructor}', {})).toBe('{constructor}')
  expect(fill('اتصال {name} قطع شود؟', { name: 'Rainbow' })).toBe('اتصال \u2068Rainbow\u2069 قطع شود؟')
})
