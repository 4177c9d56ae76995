import { describe, expect, test } from 'vitest'
import { en as handoff } from './handoff/en.ts'
import { loadHandoffMessages } from './loadHandoffMessages.ts'
import { loadPhoneMessages } from './loadPhoneMessages.ts'
import { loadReachMessages } from './loadReachMessages.ts'
import { locales } from './matchLocale.ts'
import { en as phone } from './phone/en.ts'
import { en as reach } from './reach/en.ts'

type Texts = Readonly<Record<string, string>>
type Later = {
  readonly about: string
  readonly english: Texts
  readonly load: (language: string, own?: Texts) => Promise<Texts>
  /** The button texts of the view. */
  readonly buttons: readonly string[]
}

const table: readonly Later[] = [
  {
    about: 'a handoff',
    english: handoff,
    load: (language, own) => loadHandoffMessages(language, own),
    buttons: ['undo', 'newCode'],
  },
  {
    about: 'the wallet’s own browser',
    english: phone,
    load: (language, own) => loadPhoneMessages(language, own),
    buttons: ['openIn'],
  },
  {
    about: 'what a relay reaches',
    english: reach,
    load: (language, own) => loadReachMessages(language, own),
    buttons: [],
  },
]

const placesIn = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

describe.each(table)('the texts of $about', ({ english, load, buttons }) => {
  test('C12: all of them in all twenty languages', async () => {
    expect(locales).toHaveLength(20)
    for (const locale of locales) {
      const texts = await load(locale)
      expect(Object.keys(texts)).toEqual(Object.keys(english))
      for (const [key, text] of Object.entries(texts)) {
        const about = `${locale} ${key}`
        expect(text.trim(), about).not.toBe('')
        expect(placesIn(text), about).toEqual(placesIn(english[key]))
        if (locale !== 'en') expect(text, about).not.toBe(english[key])
      }
    }
  })

  test('C12: a text on a button is short', async () => {
    for (const locale of locales) {
      const texts = await load(locale)
      for (const key of buttons)
        expect([...(texts[key] ?? '')].length, `${locale} ${texts[key]}`).toBeLessThanOrEqual(24)
    }
  })

  test('C12: the host’s own texts come before those of the language', async () => {
    const [key = ''] = Object.keys(english)
    const texts = await load('pt-BR', { [key]: 'Do anfitrião' })
    expect(texts[key]).toBe('Do anfitrião')
    const others = Object.keys(english).filter((each) => each !== key)
    for (const each of others) expect(texts[each]).not.toBe(english[each])
  })
})
