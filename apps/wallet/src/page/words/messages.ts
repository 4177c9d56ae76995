import type { en } from './messages/en.ts'

/** A text with a number in it, by plural category of the language (CLDR). `{count}` stands for the number. */
export type PluralText = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** The type of a translation, from its English text. */
type Translated<English> = English extends string
  ? string
  : English extends { readonly other: string }
    ? PluralText
    : { readonly [key in keyof English]: Translated<English[key]> }

/** All texts of the page in one language, with the same keys as English. Names in braces are placeholders. */
export type Messages = Translated<Omit<typeof en, 'direction'>> & { readonly direction: 'ltr' | 'rtl' }
