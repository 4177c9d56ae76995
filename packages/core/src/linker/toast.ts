/** The key of a toast's text (M). */
export type ToastMessage =
  | 'linkCopied'
  | 'failedToCopy'
  | 'failedPreloading'
  | 'unknownError'
  | 'pageOutdated'
  | 'viewUnavailable'

/** A short message that disappears after 2200 ms. `text`, if set, is shown instead of the message's own text. */
export type Toast = {
  readonly kind: 'success' | 'error'
  readonly message: ToastMessage
  readonly text: string | undefined
}
