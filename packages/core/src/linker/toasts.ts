import type { FailureCode } from '../failureCode.ts'
import { toFlowFailure } from '../flow/toFlowFailure.ts'
import type { StateStore } from './stateStore.ts'
import type { Toast, ToastMessage } from './toast.ts'

/** Shows one short message at a time, which disappears automatically (S6). */
export type Toasts = {
  /** Shows a message, unless the modal is closed. */
  show(kind: Toast['kind'], message: ToastMessage, text?: string): void
  /** Shows the message of an error. */
  showFailure(error: unknown): void
  hide(): void
}

const toastMs = 2_200
const messages: Readonly<Partial<Record<FailureCode, ToastMessage>>> = {
  page_outdated: 'pageOutdated',
  client_unavailable: 'viewUnavailable',
}

/** Creates the object that shows toasts. */
export function createToasts(
  { getState, update }: StateStore,
  setTimer: (callback: () => void, delayMs: number) => () => void,
): Toasts {
  let cancelTimer = () => {}

  function set(toast: Toast | undefined): void {
    cancelTimer()
    update({ toast })
  }

  function show(kind: Toast['kind'], message: ToastMessage, text?: string): void {
    if (getState().flow.status === 'closed') return
    set({ kind, message, text })
    cancelTimer = setTimer(() => set(undefined), toastMs)
  }

  return {
    show,
    showFailure(error) {
      const { code, message } = toFlowFailure(error)
      const own = messages[code]
      // Other errors have no text for visitors.
      show('error', own ?? 'unknownError', own !== undefined || code === 'unknown' ? undefined : message)
    },
    hide: () => set(undefined),
  }
}
