import type { Locale, Messages } from '@hawser/react'

/** The language of the modal, and the page's own texts. */
export type Texts = {
  /**
   * The language of the modal. `auto`, the default, takes the page's language (`<html lang>`), else the visitor's, else
   * English.
   */
  readonly locale?: Locale | 'auto' | undefined
  /** The page's own texts. The language provides the default of each text; all of them together form a language of your own. */
  readonly messages?: Partial<Messages> | undefined
}
