/** The key of a toast's text (M). */
export type ToastMessage =
  | 'linkCopied'
  | 'failedToCopy'
  | 'failedPreloading'
  | 'unknownError'
  | 'pageOutdated'
  | 'viewUnavailable'

/** A short message that goes by itself after 2200 ms. `text`, when there is one, is shown instead of the message's own. */
export type Toast = {
  readonly kind: 'success' | 'error'
  readonly message: ToastMessage
  readonly text: string | undefined
}
