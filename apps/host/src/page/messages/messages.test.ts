import { expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { fa } from './fa.ts'
import { keepPageLocale, loadHostMessages, readPageLocale } from './pageLocale.ts'

const braces = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([brace]) => brace).sort()

test.each([
  ['de', de],
  ['fa', fa],
] as const)(
  'messages %s: every text is there, none is English, and the same values are put in',
  async (code, messages) => {
    expect(await loadHostMessages(code)).toBe(messages)
    const texts = (all: typeof en) =>
      [...Object.entries({ ...all, ...all.events })].filter(([name]) => name !== 'events')
    for (const [index, [name, text]] of texts(en).entries()) {
      const [, translated] = texts(messages)[index] ?? []
      expect([name, braces(String(translated))]).toEqual([name, braces(String(text))])
      // "Name" and "Wallets" are German too.
      if (!['wallet', 'wallets', 'name', 'browserOnSystem'].includes(name)) expect(translated).not.toBe(text)
    }
  },
)

test('readPageLocale: what was chosen before, else the first language there are texts for, else English', () => {
  const empty = () => ({ getItem: () => null })
  expect(readPageLocale(['fr-CH', 'de-AT', 'en'], empty)).toBe('de')
  expect(readPageLocale(['fa-IR'], empty)).toBe('fa')
  expect(readPageLocale(['fr', 'constructor'], empty)).toBe('en')
  expect(readPageLocale(['de'], () => ({ getItem: () => 'fa' }))).toBe('fa')
  expect(readPageLocale(['de'], () => ({ getItem: () => '__proto__' }))).toBe('de')
})

test('readPageLocale, keepPageLocale: a browser that keeps nothing is no failure', () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(readPageLocale(['de'], refuse)).toBe('de')
  expect(() => keepPageLocale('de', refuse)).not.toThrow()
})
