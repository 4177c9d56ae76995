import type { en } from './messages/en.ts'

/** A text with a number in it, by plural category of the language (CLDR); `{count}` stands for how many. */
export type PluralText = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** The translation's counterpart of an English text. */
type Translated<English> = English extends string
  ? string
  : English extends { readonly other: string }
    ? PluralText
    : { readonly [key in keyof English]: Translated<English[key]> }

/** All words of the page in one language, as English has them. Names in braces are filled in. */
export type Messages = Translated<Omit<typeof en, 'direction'>> & { readonly direction: 'ltr' | 'rtl' }
