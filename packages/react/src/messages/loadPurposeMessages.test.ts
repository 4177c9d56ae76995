import { expect, test } from 'vitest'
import { formatPurposeMessages, loadPurposeMessages } from './loadPurposeMessages.ts'
import { type Locale, locales } from './matchLocale.ts'
import { ar } from './purposes/ar.ts'
import { de } from './purposes/de.ts'
import { en } from './purposes/en.ts'
import { es } from './purposes/es.ts'
import { fa } from './purposes/fa.ts'
import { fr } from './purposes/fr.ts'
import { he } from './purposes/he.ts'
import { hi } from './purposes/hi.ts'
import { id } from './purposes/id.ts'
import { it } from './purposes/it.ts'
import { ja } from './purposes/ja.ts'
import { ko } from './purposes/ko.ts'
import { pl } from './purposes/pl.ts'
import { pt } from './purposes/pt.ts'
import { ru } from './purposes/ru.ts'
import { th } from './purposes/th.ts'
import { tr } from './purposes/tr.ts'
import { uk } from './purposes/uk.ts'
import { vi } from './purposes/vi.ts'
import { zh } from './purposes/zh.ts'

const all = { ar, de, en, es, fa, fr, he, hi, id, it, ja, ko, pl, pt, ru, th, tr, uk, vi, zh }
const dictionaries: Readonly<Record<Locale, typeof en | typeof de>> = all
const keys = Object.keys(en) as readonly (keyof typeof en)[]
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test('C12: every text of a purpose in all twenty languages, with the same places for values', () => {
  expect(locales).toHaveLength(20)
  for (const locale of locales) {
    const texts = dictionaries[locale]
    expect(Object.keys(texts), locale).toEqual(keys)
    for (const key of keys) {
      const about = `${locale} ${key}`
      expect(texts[key].trim(), about).toBe(texts[key])
      expect(texts[key], about).not.toMatch(/^$|\s\s|\p{Cc}|[\u2028-\u202e\u2066-\u2069\ufeff]/u)
      expect(texts[key].normalize('NFC'), about).toBe(texts[key])
      expect(placesIn(texts[key]), about).toEqual(placesIn(en[key]))
      if (locale !== 'en') expect(texts[key], about).not.toBe(en[key])
    }
    // These texts are in the modal's header, between two buttons.
    for (const key of ['signIn', 'unlink', 'release'] as const)
      expect([...texts[key]].length, `${locale} ${key}`).toBeLessThanOrEqual(38)
  }
})

test('C12: each language is loaded as itself, a region finds its language, else English', async () => {
  for (const locale of locales)
    expect(await loadPurposeMessages(locale, undefined), locale).toEqual(formatPurposeMessages(dictionaries[locale]))
  expect((await loadPurposeMessages('pt-BR', undefined)).signIn.fulfilled).toBe(pt.signedIn)
  for (const other of ['nb', 'constructor', '__proto__', ''])
    expect(await loadPurposeMessages(other, undefined)).toEqual(formatPurposeMessages(en))
})

test('the host’s own texts come before those of the language', async () => {
  const { signIn, unlink } = await loadPurposeMessages('de', { signIn: 'Anmelden bei Beispiel' })
  expect([signIn.connectYourWallet, signIn.linkWallet]).toEqual(['Anmelden bei Beispiel', 'Anmelden bei Beispiel'])
  expect([signIn.fulfilled, unlink.connectYourWallet]).toEqual([de.signedIn, de.unlink])
})
