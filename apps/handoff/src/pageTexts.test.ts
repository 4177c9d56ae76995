import {
  checkForm,
  checkPlaces,
  checkRoom,
  checkScript,
  directionOf,
  findEnglish,
  textsOf,
} from '@hawser/test-kit/checkTexts'
import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { pageTexts } from './pageTexts.ts'
import { readPageWords } from './pageWords.ts'
import { en } from './texts/en.ts'

const english = textsOf(en)

test('C12: every word of the page in all twenty languages', () => {
  expect(Object.keys(pageTexts)).toEqual(Object.keys(languages))
  expect(Object.keys(languages)).toHaveLength(20)
  for (const [name, { language, direction, ...texts }] of Object.entries(pageTexts)) {
    expect(language).toBe(name)
    expect(direction, name).toBe(directionOf(name))
    const all = textsOf(texts)
    expect([...all.keys()]).toEqual([...english.keys()])
    checkForm(name, all)
    checkPlaces(name, all, english)
    if (name !== 'en') expect(findEnglish(name, all, english, new Map())).toEqual([])
  }
})

test('C12: a word of the page in its own script', () => {
  for (const [name, { language: _, direction: __, ...texts }] of Object.entries(pageTexts))
    checkScript(name, textsOf(texts))
})

test('a text on a button of the page is short', () => {
  const room = { copy: 26, stop: 26, tryAgain: 26, copyDigits: 26, copiedDigits: 26 }
  for (const [name, texts] of Object.entries(pageTexts)) checkRoom(name, textsOf(texts), room)
})

test('readPageWords: the server’s words, and English for missing words and malformed JSON', () => {
  const german = readPageWords(JSON.stringify({ language: 'de', direction: 'ltr', title: 'Wallet verknüpfen', yes: 5 }))
  expect(german).toEqual({ ...en, language: 'de', direction: 'ltr', title: 'Wallet verknüpfen' })
  for (const text of ['', 'no', 'null', '5', undefined, null])
    expect(readPageWords(text)).toEqual({ ...en, language: 'en', direction: 'ltr' })
})
