import type { Locale, Messages } from '@hawser/react'

/** The language of the modal, and words of the page's own. */
export type Texts = {
  /** `auto`, the default, takes the page's language (`<html lang>`), else the visitor's, else English. */
  readonly locale?: Locale | 'auto' | undefined
  /** Every text left out comes from the language. All of them together are a language of the page's own. */
  readonly messages?: Partial<Messages> | undefined
}
