import { fill } from './fill.ts'
import { formatNumber } from './formatNumber.ts'
import type { PluralText } from './modal/en.ts'

/** Fills a count into a text, with the plural form and the digits of the language: `fillCount({ one: … }, 1, 'en')`. */
export function fillCount(text: PluralText, count: number, language: string): string {
  const form = text[new Intl.PluralRules(language).select(count)] ?? text.other
  return fill(form, { count: formatNumber(count, language) })
}
