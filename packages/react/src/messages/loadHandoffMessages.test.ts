import { expect, test } from 'vitest'
import { en } from './handoff/en.ts'
import { loadHandoffMessages } from './loadHandoffMessages.ts'
import { locales } from './matchLocale.ts'

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const keys = Object.keys(en) as readonly (keyof typeof en)[]

test('C12: every text of a handoff in all twenty languages', async () => {
  expect(locales).toHaveLength(20)
  for (const locale of locales) {
    const texts = await loadHandoffMessages(locale, undefined)
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
    const { newCode, undo } = await loadHandoffMessages(locale, undefined)
    for (const text of [newCode, undo]) expect([...text].length, `${locale} ${text}`).toBeLessThanOrEqual(24)
  }
})

test('C12: the host’s own texts come before those of the language', async () => {
  const texts = await loadHandoffMessages('pt-BR', { undo: 'Voltar atrás' })
  expect(texts.undo).toBe('Voltar atrás')
  expect(texts.scan).not.toBe(en.scan)
})
