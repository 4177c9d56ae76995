// Test support. The build excludes files with this ending.
import { checkForm, checkPlaces, checkRoom, directionOf, findEnglish, textsOf } from '@hawser/test-kit/checkTexts'
import { expect } from 'vitest'
import { locales } from './matchLocale.ts'

type Dictionary = { readonly language: string; readonly direction: string }

/**
 * Loads the texts of a list in all twenty languages, for tags with a region, and for unknown tags. Checks that the texts are
 * complete, and short enough for buttons.
 * @param room - the maximum number of characters, by key
 */
export async function checkLanguages(
  load: (languages: readonly string[]) => Promise<Dictionary>,
  en: Dictionary,
  room: Readonly<Record<string, number>>,
): Promise<void> {
  const english = textsOf(en)
  expect(locales).toHaveLength(20)
  for (const locale of locales) {
    const loaded = await load([locale])
    const texts = textsOf(loaded)
    expect(loaded).toMatchObject({ language: locale, direction: directionOf(locale) })
    expect([...texts.keys()], locale).toEqual([...english.keys()])
    checkForm(locale, texts)
    checkPlaces(locale, texts, english)
    checkRoom(locale, texts, room)
    if (locale !== 'en') expect(findEnglish(locale, texts, english, new Map([['direction', 'all']]))).toEqual([])
  }
  expect((await load(['fa-IR'])).language).toBe('fa')
  expect((await load(['nb', 'pt-BR'])).language).toBe('pt')
  for (const other of ['nb', 'constructor', '__proto__', '']) expect(await load([other])).toBe(en)
}
