/** The key of a toast's text (M). */
export type ToastMessage = 'linkCopied' | 'failedToCopy' | 'failedPreloading' | 'unknownError'

/** A short message that goes by itself after 2200 ms. `text`, when there is one, is shown instead of the message's own. */
export type Toast = {
  readonly kind: 'success' | 'error'
  readonly message: ToastMessage
  readonly text: string | undefined
}

/** What toasts are shown with. */
export type ToastsOptions = {
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly set: (toast: Toast | undefined) => void
}

/** One short message at a time, which goes by itself (S6). */
export type Toasts = {
  show(toast: Toast): void
  hide(): void
}

const toastMs = 2_200

/** Creates the place of toasts. */
export function createToasts({ setTimer, set }: ToastsOptions): Toasts {
  let cancelTimer = () => {}
  function hide(): void {
    cancelTimer()
    set(undefined)
  }
  return {
    show(toast) {
      cancelTimer()
      set(toast)
      cancelTimer = setTimer(hide, toastMs)
    },
    hide,
  }
}
