import {
  checkForm,
  checkPlaces,
  checkRoom,
  checkScript,
  directionOf,
  findEnglish,
  placesIn,
  textsOf,
} from '@hawser/test-kit/checkTexts'
import { expect, test } from 'vitest'
import { loadWords } from './loadWords.ts'
import { type Locale, locales, matchLocale } from './matchLocale.ts'
import { en } from './messages/en.ts'
import type { Messages, PluralText } from './messages.ts'
import { fill, formatList } from './words.ts'

const dictionaries: ReadonlyMap<Locale, Messages> = new Map(
  await Promise.all(locales.map(async (locale) => [locale, (await loadWords([locale])).messages] as const)),
)
const translated = [...dictionaries].filter(([locale]) => locale !== 'en')

const counted = ['reviewWaiting', 'phraseWords', 'onChains', 'moreWait', 'nextRequest'] as const
const isForm = (path: string) => counted.some((name) => path.startsWith(`${name}.`))
const plainKeys = (messages: Messages) => [...textsOf(messages).keys()].filter((key) => !isForm(key))
const english = textsOf(en)

test('messages: three languages, each in its own direction', () => {
  expect(locales.join(' ')).toBe('ar de en')
  for (const [locale, { direction }] of dictionaries) expect(direction, locale).toBe(directionOf(locale))
})

test('messages: every language has exactly the texts of English and puts in the same values', () => {
  for (const [locale, messages] of translated) {
    expect(plainKeys(messages), locale).toEqual(plainKeys(en))
    checkPlaces(locale, textsOf(messages), english, isForm)
  }
})

test('messages: a form for every plural category of a count, and no unknown ones', () => {
  const numbers = Array.from({ length: 1000 }, (_, index) => index + 1)
  for (const [locale, messages] of dictionaries) {
    const rules = new Intl.PluralRules(locale)
    const wanted = new Set(numbers.map((number) => rules.select(number)))
    for (const name of counted) {
      const text: PluralText = messages[name]
      expect(Object.keys(text), `${locale} ${name}`).toEqual(expect.arrayContaining([...wanted]))
      expect(rules.resolvedOptions().pluralCategories).toEqual(expect.arrayContaining(Object.keys(text)))
      for (const [form, words] of Object.entries(text)) {
        const found = placesIn(words)
        if (name === 'onChains') expect(found, `${locale} ${form}`).toEqual([])
        else if (name === 'phraseWords') expect(found, `${locale} ${form}`).toEqual(['{positions}'])
        // A plural form for a single number needs no numeral: "One more request".
        else if (found.length > 0 || numbers.filter((number) => rules.select(number) === form).length > 1)
          expect(found, `${locale} ${name} ${form}`).toEqual(['{count}'])
      }
    }
  }
})

/** Loanwords, and texts that are the same in every language. */
const sameAsEnglish = new Map<string, readonly Locale[] | 'all'>([
  ['direction', 'all'],
  ['ok', 'all'],
  ['chain', ['de']],
])

test('messages: only words that the language adopted are in English', () => {
  const left = translated.flatMap(([locale, messages]) =>
    findEnglish(locale, textsOf(messages), english, sameAsEnglish),
  )
  expect(left).toEqual([])
})

test('messages: no text is empty, has stray blanks or a control character', () => {
  for (const [locale, messages] of dictionaries) {
    checkForm(locale, textsOf(messages))
  }
})

test('messages: each language is in its own script, without the letters of its neighbour', () => {
  const same = [...sameAsEnglish].filter(([, locales]) => locales === 'all').map(([key]) => key)
  for (const [locale, messages] of translated) checkScript(locale, textsOf(messages), same)
})

/** The maximum number of characters where a text has little room. */
const room: { readonly [key in keyof Messages]?: number } = {
  cancel: 12,
  close: 12,
  done: 14,
  scanCode: 20,
  connect: 16,
  addAccount: 20,
  importPhrase: 22,
  details: 16,
  removeAccount: 20,
  remove: 14,
  removing: 24,
  importButton: 16,
  importing: 22,
  disconnect: 20,
  disconnectAll: 22,
  unverified: 32,
  knownScam: 24,
  mismatch: 22,
  confirmed: 34,
  reject: 16,
  rejecting: 22,
  approve: 14,
  approving: 24,
  signInButton: 30,
  signingIn: 22,
  refuse: 16,
  refusing: 22,
  sign: 16,
  signing: 24,
  keep: 14,
  reset: 16,
  resetting: 24,
  useHere: 22,
  tryAgain: 24,
}

test('messages: texts on buttons and badges are short', () => {
  for (const [locale, messages] of dictionaries) checkRoom(locale, textsOf(messages), { ...room })
})

test.each([
  [['de-CH', 'en'], 'de', 'ltr'],
  [['ar-EG'], 'ar', 'rtl'],
  [['xx', 'ar'], 'ar', 'rtl'],
  [['fa-IR', 'fr'], 'en', 'ltr'],
  [['nb-NO', 'DE_at'], 'de', 'ltr'],
  [['en-GB', 'de'], 'en', 'ltr'],
  [['constructor', '__proto__', ''], 'en', 'ltr'],
  [[], 'en', 'ltr'],
])('loadWords: for %o it is %s', async (tags, locale, direction) => {
  expect(matchLocale(tags)).toBe(locale)
  expect(await loadWords(tags)).toMatchObject({ locale, messages: { direction } })
})

test('fill: inserts values, once, and keeps unknown braces', () => {
  expect(fill('{name} and {other} {gone}', { name: '{other}', other: 'b' })).toBe('{other} and b {gone}')
  expect(fill('اتصال به {name}؟', { name: 'Rainbow' })).toBe('اتصال به \u2068Rainbow\u2069؟')
})

test('listed: items stay separate in every language', () => {
  for (const locale of locales) {
    const text = formatList({ locale, messages: en }, ['1', '3', '5'])
    expect(text, locale).toMatch(/^1\D*[^\d\s]\D*3\D*[^\d\s]\D*5$/)
  }
})
