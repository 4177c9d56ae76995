import {
  checkForm,
  checkRoom,
  checkScript,
  directionOf,
  findEnglish,
  placesIn,
  textsOf,
} from '@hawser/test-kit/checkTexts'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { enFirst } from './english/enFirst.ts'
import { enLater } from './english/enLater.ts'
import { enOffer } from './english/enOffer.ts'
import { enToast } from './english/enToast.ts'
import { framedTexts } from './english/framed.ts'
import { loadMessages } from './loadMessages.ts'
import { type Locale, locales, matchLocale } from './matchLocale.ts'
import { en, type Messages } from './modal/en.ts'

const dictionaries: ReadonlyMap<Locale, Messages> = new Map(
  await Promise.all(locales.map(async (locale) => [locale, (await loadMessages([locale])) ?? en] as const)),
)
const translated = [...dictionaries].filter(([locale]) => locale !== 'en')

const english = textsOf(en)
const isForm = (key: string) => key.startsWith('resultCount.')

test('C12: twenty languages, each under its own name, with tag and direction', () => {
  expect(locales).toHaveLength(20)
  for (const [locale, messages] of dictionaries) {
    const tag = new Intl.Locale(messages.language)
    expect(tag.language, locale).toBe(locale)
    expect(tag.toString(), locale).toBe(messages.language)
    expect(messages.direction, locale).toBe(directionOf(locale))
  }
})

test('C12: a host can import each dictionary, and the function that chooses one, by its own path', () => {
  const paths = Object.keys(packageJson.exports).filter((path) => path.startsWith('./messages/'))
  expect(paths.sort()).toEqual([...locales, 'matchLocale'].map((name) => `./messages/${name}`).sort())
})

test('C12 M: every language has exactly the keys of all parts of English, in their order', () => {
  const parts = [enFirst, framedTexts, enOffer, enLater, enToast].map((part) => Object.keys(part))
  expect(new Set(parts.flat()).size).toBe(parts.flat().length)
  expect(Object.keys(en)).toEqual(parts.flat())
  for (const [locale, messages] of translated) {
    const keys = Object.keys(messages).filter((key) => key !== 'browserWallet')
    for (const part of parts) expect([locale, ...keys.filter((key) => part.includes(key))]).toEqual([locale, ...part])
    expect([locale, keys.length]).toEqual([locale, parts.flat().length])
  }
})

test('C12 S4: a wallet without its own name has one in every language', () => {
  expect(en).not.toHaveProperty('browserWallet')
  for (const [locale, { browserWallet = '' }] of translated) {
    expect(browserWallet, locale).not.toBe('')
    expect(browserWallet, locale).not.toBe('Browser wallet')
    expect([...browserWallet].length, locale).toBeLessThanOrEqual(28)
  }
})

test('C12: the same places for values as in English, each as often or more', () => {
  for (const [locale, messages] of translated) {
    for (const [key, text] of textsOf(messages)) {
      if (isForm(key)) continue
      const wanted = placesIn(english.get(key) ?? '')
      const found = placesIn(text)
      expect([...new Set(found)].sort(), `${locale} ${key}`).toEqual([...new Set(wanted)].sort())
      expect(found.length, `${locale} ${key}`).toBeGreaterThanOrEqual(wanted.length)
    }
  }
})

test('C12: a form for every plural category of the language, and for every count', () => {
  for (const [locale, { resultCount }] of dictionaries) {
    const rules = new Intl.PluralRules(locale)
    const { pluralCategories } = rules.resolvedOptions()
    expect(Object.keys(resultCount).sort(), locale).toEqual([...pluralCategories].sort())
    for (const category of pluralCategories) {
      const numbers = Array.from({ length: 1000 }, (_, number) => number).filter((n) => rules.select(n) === category)
      // A plural form for a single number needs no numeral: "One wallet".
      const mayLeaveOut = numbers.length === 1
      const found = placesIn(resultCount[category] ?? '')
      if (!mayLeaveOut || found.length > 0) expect(found, `${locale} ${category}`).toEqual(['{count}'])
    }
  }
})

/** Loanwords, and names that are the same in every language. */
const sameAsEnglish = new Map<string, readonly Locale[] | 'all'>([
  ['direction', 'all'],
  ['appStore', 'all'],
  ['googlePlay', 'all'],
  ['web', ['de', 'es', 'fr', 'id', 'it', 'pt', 'tr', 'vi']],
  ['desktop', ['de', 'id']],
  ['mobile', ['fr']],
  ['extension', ['de', 'id', 'it']],
  ['codeName', ['de', 'fr']],
  ['wallets', ['de']],
  ['resultCount.one', ['de', 'it']],
  ['resultCount.other', ['de']],
])

test('C12: only words that the language adopted are in English', () => {
  const left = translated.flatMap(([locale, messages]) =>
    findEnglish(locale, textsOf(messages), english, sameAsEnglish),
  )
  expect(left).toEqual([])
})

test('C12: no text is empty, has blanks at its ends or two in a row, or a control character', () => {
  for (const [locale, messages] of dictionaries) checkForm(locale, textsOf(messages))
})

test('C12: a text in its own script', () => {
  const names = ['language', 'direction', 'appStore', 'googlePlay']
  for (const [locale, messages] of translated) checkScript(locale, textsOf(messages), names)
})

test('C12: texts that name a control use its exact text', () => {
  for (const [locale, { copyLink, qrCodeLabel, qrCodeLabelFor }] of dictionaries) {
    expect(qrCodeLabel, locale).toContain(copyLink)
    expect(qrCodeLabelFor, locale).toContain(copyLink)
  }
})

/** The maximum number of characters where a text has little room. */
const room: { readonly [key in keyof typeof en]?: number } = {
  linkWallet: 24,
  close: 16,
  back: 16,
  copyLink: 22,
  retry: 18,
  done: 12,
  viewAll: 18,
  recent: 14,
  installed: 16,
  mobile: 14,
  desktop: 14,
  web: 14,
  extension: 14,
  get: 24,
  download: 18,
  clearSearch: 20,
  openWallet: 26,
}

test('C12: texts on buttons and labels are short', () => {
  for (const [locale, messages] of dictionaries) checkRoom(locale, textsOf(messages), { ...room })
})

test('C12: ignores region, script and letter case, and knows former codes', () => {
  expect(matchLocale(['de-AT'])).toBe('de')
  expect(matchLocale(['zh-Hant-TW'])).toBe('zh')
  expect(matchLocale(['PT_br'])).toBe('pt')
  expect(matchLocale(['iw-IL'])).toBe('he')
  expect(matchLocale(['in'])).toBe('id')
  expect(matchLocale(['nb-NO', 'sv', 'fr-CA', 'de'])).toBe('fr')
  expect(matchLocale(['en-GB', 'de'])).toBe('en')
})

test('C12: English for every language without texts, and for malformed tags', async () => {
  for (const tags of [[], ['nb'], ['C'], [''], ['__proto__'], ['constructor'], ['ärger'], [' de-'.repeat(1000)]]) {
    const isGerman = tags[0]?.startsWith(' de-') === true
    expect(matchLocale(tags)).toBe(isGerman ? 'de' : 'en')
  }
  expect(await loadMessages(['nb'])).toBeUndefined()
  expect((await loadMessages(['fa-IR']))?.language).toBe('fa')
})
