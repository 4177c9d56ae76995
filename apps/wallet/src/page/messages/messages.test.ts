import { expect, test } from 'vitest'
import { fill } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fa } from './fa.ts'
import { loadWords } from './loadWords.ts'

/** Every text with the path to it. */
function textsOf(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`))
}
const bracesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([braces]) => braces).sort()
const english = new Map(textsOf(en))

test.each([
  ['de', de],
  ['fa', fa],
])('messages: %s has every text, with the same braces, and none left in English', (_locale, messages) => {
  const texts = textsOf(messages)
  expect(texts.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
  for (const [path, text] of texts) {
    // For one, a language may leave the number out.
    if (!/\/(?:phraseWords|moreWait|reviewWaiting|nextRequest)\/0$/.test(path))
      expect([path, ...bracesOf(text)]).toEqual([path, ...bracesOf(english.get(path) ?? '')])
    if (text.length > 12) expect(text).not.toBe(english.get(path))
  }
})

test.each([
  [['de-CH', 'en'], 'de', 'ltr'],
  [['fa-IR'], 'fa', 'rtl'],
  [['xx', 'fa'], 'fa', 'rtl'],
  [['en-GB', 'de'], 'en', 'ltr'],
  [['constructor'], 'en', 'ltr'],
  [[], 'en', 'ltr'],
])('loadWords: for %o it is %s', async (tags, locale, direction) => {
  expect(await loadWords(tags)).toMatchObject({ locale, messages: { direction } })
})

test('fill: puts values in, once, and leaves unknown braces', () => {
  expect(fill('{name} and {other} {gone}', { name: '{other}', other: 'b' })).toBe('{other} and b {gone}')
})
