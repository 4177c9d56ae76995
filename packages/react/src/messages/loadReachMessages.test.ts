import { expect, test } from 'vitest'
import { loadReachMessages } from './loadReachMessages.ts'
import { locales } from './matchLocale.ts'
import { en } from './reach/en.ts'

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const keys = Object.keys(en) as readonly (keyof typeof en)[]

test('C12: every text of what a relay reaches in all twenty languages', async () => {
  expect(locales).toHaveLength(20)
  for (const locale of locales) {
    const texts = await loadReachMessages(locale, undefined)
    expect(Object.keys(texts)).toEqual(keys)
    for (const key of keys) {
      const about = `${locale} ${key}`
      expect(texts[key].trim(), about).not.toBe('')
      expect(placesIn(texts[key]), about).toEqual(placesIn(en[key]))
      if (locale !== 'en') expect(texts[key], about).not.toBe(en[key])
    }
  }
})

test('C12: the host’s own texts come before those of the language', async () => {
  const texts = await loadReachMessages('pt-BR', { noRoute: '{name} não serve aqui' })
  expect(texts.noRoute).toBe('{name} não serve aqui')
  expect(texts.linkable).not.toBe(en.linkable)
})
