import { expect, test } from 'vitest'
import { checkForm, checkPlaces, checkRoom, checkScript, findEnglish, textsOf } from './checkTexts.ts'

const english = textsOf({ title: 'Link {name}', count: { one: 'One', other: '{count}' }, shop: 'App Store' })

test('textsOf: every text with its path, a plural form for one', () => {
  expect([...english.keys()]).toEqual(['title', 'count.one', 'count.other', 'shop'])
})

test.each<[string, (texts: ReadonlyMap<string, string>) => void, string, object]>([
  ['an empty text', (texts) => checkForm('de', texts), 'gut', { title: '' }],
  ['two blanks', (texts) => checkForm('de', texts), 'gut', { title: 'zu  weit' }],
  ['a blank at the end', (texts) => checkForm('de', texts), 'gut', { title: 'weit ' }],
  ['a mark of direction', (texts) => checkForm('de', texts), 'gut', { title: 'a\u202eb' }],
  [
    'an isolate in a language written from the left',
    (texts) => checkForm('de', texts),
    'gut',
    { title: '\u2068a\u2069' },
  ],
  ['letters taken apart', (texts) => checkForm('de', texts), 'gut', { title: 'u\u0308ber' }],
  ['Latin letters alone in Russian', (texts) => checkScript('ru', texts), 'да', { title: 'Link' }],
  ['a letter of Ukrainian in Russian', (texts) => checkScript('ru', texts), 'да', { title: 'їда' }],
  ['a letter of Persian in Arabic', (texts) => checkScript('ar', texts), 'ربط', { title: 'پربط' }],
  ['Cyrillic in German', (texts) => checkScript('de', texts), 'gut', { title: 'gут' }],
  [
    'a place that is missing',
    (texts) => checkPlaces('de', texts, english),
    '{name} verknüpfen',
    { title: 'Verknüpfen' },
  ],
  ['a place too many', (texts) => checkPlaces('de', texts, english), '{name} x', { title: '{name} {name}' }],
  ['too long for its button', (texts) => checkRoom('de', texts, { title: 4 }), 'gut', { title: 'zu weit' }],
  ['no text for a button', (texts) => checkRoom('de', texts, { title: 4 }), 'gut', { other: 'gut' }],
])('found: %s', (_, check, good, bad) => {
  expect(() => check(textsOf({ title: good }))).not.toThrow()
  expect(() => check(textsOf(bad))).toThrow()
})

test('findEnglish: the rest, except adopted words and names', () => {
  const same = new Map<string, readonly string[] | 'all'>([
    ['shop', 'all'],
    ['count.one', ['it']],
  ])
  expect(findEnglish('it', english, english, same)).toEqual(['it title', 'it count.other'])
  expect(findEnglish('de', english, english, same)).toEqual(['de title', 'de count.one', 'de count.other'])
})

test('an isolate may be in a right-to-left language', () => {
  expect(() => checkForm('ar', textsOf({ title: 'ربط \u2068Rainbow\u2069' }))).not.toThrow()
})
