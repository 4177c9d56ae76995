import type { languages } from './languages.ts'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { en, type Texts } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fa } from './texts/fa.ts'
import { fr } from './texts/fr.ts'
import { he } from './texts/he.ts'
import { hi } from './texts/hi.ts'
import { id } from './texts/id.ts'
import { it } from './texts/it.ts'
import { ja } from './texts/ja.ts'
import { ko } from './texts/ko.ts'
import { pl } from './texts/pl.ts'
import { pt } from './texts/pt.ts'
import { ru } from './texts/ru.ts'
import { th } from './texts/th.ts'
import { tr } from './texts/tr.ts'
import { uk } from './texts/uk.ts'
import { vi } from './texts/vi.ts'
import { zh } from './texts/zh.ts'

const texts: { readonly [language in keyof typeof languages]: Texts } = {
  ar,
  de,
  en,
  es,
  fa,
  fr,
  he,
  hi,
  id,
  it,
  ja,
  ko,
  pl,
  pt,
  ru,
  th,
  tr,
  uk,
  vi,
  zh,
}

const rightToLeft = ['ar', 'fa', 'he']

/** All words of the page by language, for the build: the server puts the words of one language into the page. */
export const pageTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(texts).map(([language, words]) => [
    language,
    { language, direction: rightToLeft.includes(language) ? 'rtl' : 'ltr', ...words },
  ]),
)
