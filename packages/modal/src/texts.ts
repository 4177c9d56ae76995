import type { Locale, Messages } from '@hawser/react'

/** The language of the modal, and the page's own texts. */
export type Texts = {
  /** `auto`, the default, takes the page's language (`<html lang>`), else the visitor's, else English. */
  readonly locale?: Locale | 'auto' | undefined
  /** The default of each text comes from the language. All of them together are a language of your own. */
  readonly messages?: Partial<Messages> | undefined
}
