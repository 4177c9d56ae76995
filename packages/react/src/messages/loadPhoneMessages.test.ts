import { expect, test } from 'vitest'
import { loadPhoneMessages } from './loadPhoneMessages.ts'
import { locales } from './matchLocale.ts'
import { en } from './phone/en.ts'

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const keys = Object.keys(en) as readonly (keyof typeof en)[]

test('C12: every text of the wallet’s own browser in all twenty languages', async () => {
  expect(locales).toHaveLength(20)
  for (const locale of locales) {
    const texts = await loadPhoneMessages(locale, undefined)
    expect(Object.keys(texts)).toEqual(keys)
    for (const key of keys) {
      const about = `${locale} ${key}`
      expect(texts[key].trim(), about).not.toBe('')
      expect(placesIn(texts[key]), about).toEqual(placesIn(en[key]))
      if (locale !== 'en') expect(texts[key], about).not.toBe(en[key])
    }
  }
})

test('C12: what stands on a button is short', async () => {
  for (const locale of locales) {
    const { openIn } = await loadPhoneMessages(locale, undefined)
    expect([...openIn].length, `${locale} ${openIn}`).toBeLessThanOrEqual(24)
  }
})

test('C12: the host’s own texts come before those of the language', async () => {
  const texts = await loadPhoneMessages('pt-BR', { openIn: 'Abrir já em {name}' })
  expect(texts.openIn).toBe('Abrir já em {name}')
  expect(texts.leaveApp).not.toBe(en.leaveApp)
})
