import { expect, test } from 'vitest'
import { en } from './linkedWallets/en.ts'
import { loadLinkedWalletsMessages } from './loadLinkedWalletsMessages.ts'
import { locales } from './matchLocale.ts'

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const keys = Object.keys(en) as readonly (keyof typeof en)[]

test('C12: every text of the list of linked wallets in all twenty languages', async () => {
  expect(locales).toHaveLength(20)
  for (const locale of locales) {
    const texts = await loadLinkedWalletsMessages([locale])
    expect(texts.language).toBe(locale)
    expect(texts.direction).toBe(['ar', 'fa', 'he'].includes(locale) ? 'rtl' : 'ltr')
    expect(Object.keys(texts)).toEqual(keys)
    for (const key of keys) {
      const about = `${locale} ${key}`
      expect(texts[key].trim(), about).not.toBe('')
      expect(placesIn(texts[key]), about).toEqual(placesIn(en[key]))
      if (locale !== 'en' && key !== 'direction') expect(texts[key], about).not.toBe(en[key])
    }
  }
})

test('C12: texts on buttons are short', async () => {
  for (const locale of locales) {
    const texts = await loadLinkedWalletsMessages([locale])
    for (const key of [
      'retry',
      'setPrimary',
      'rename',
      'unlink',
      'save',
      'keep',
      'linkAgain',
      'sign',
      'older',
    ] as const) {
      const text = texts[key]
      expect([...text].length, `${locale} ${text}`).toBeLessThanOrEqual(24)
    }
  }
})

test('C12: a region finds its language, English for every other', async () => {
  expect((await loadLinkedWalletsMessages(['fa-IR'])).language).toBe('fa')
  expect((await loadLinkedWalletsMessages(['nb', 'pt-BR'])).language).toBe('pt')
  for (const other of ['nb', 'constructor', '__proto__', '']) expect(await loadLinkedWalletsMessages([other])).toBe(en)
})
