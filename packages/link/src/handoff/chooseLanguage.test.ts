import { expect, test } from 'vitest'
import { chooseLanguage } from './chooseLanguage.ts'

const languages = ['ar', 'de', 'en', 'fa', 'he', 'id', 'pt', 'zh']

test.each([
  ['fa-IR,fa;q=0.9,en;q=0.8', 'fa'],
  ['en;q=0.4, de;q=0.7', 'de'],
  ['nb-NO, sv;q=0.9, pt-BR;q=0.5', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['DE_at', 'de'],
  ['iw', 'he'],
  ['in-ID', 'id'],
  ['fr;q=1, he ; q=0.3 , ar; q=0.3', 'he'],
  ['de;q=0, en-GB', 'en'],
  // A header that names none of the languages gives English.
  ['', 'en'],
  ['*', 'en'],
  ['nb', 'en'],
  ['de;q=x', 'en'],
  ['de;q=-1', 'en'],
  ['__proto__,constructor', 'en'],
  [',;=,;q', 'en'],
])('chooses the language of "%s": %s', (header, language) => {
  expect(chooseLanguage(header, languages)).toBe(language)
})

test('reads no more of a header than a browser writes', () => {
  expect(chooseLanguage(`${'xx,'.repeat(50_000)}de`, languages)).toBe('en')
})
