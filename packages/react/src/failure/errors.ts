import { BaseError } from '@hawser/core'

/** Hawser's components in a page. */
export type ViewPart = 'modal' | 'linked wallets' | 'link history' | 'sessions'

/** A component failed to render. The thrown error is the `cause`. */
export class ViewFailedError extends BaseError {
  readonly code = 'view_failed'
  readonly part: ViewPart

  constructor(part: ViewPart, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The ${part} could not be drawn (${reason}). Check the messages and options of LinkerProvider.`, { cause })
    this.part = part
  }
}

/** Reports the error to the host app, or without `onError` to the page's `error` event for monitoring. */
export function reportViewFailure(
  part: ViewPart,
  cause: unknown,
  tell: ((error: ViewFailedError) => void) | undefined,
): void {
  const error = new ViewFailedError(part, cause)
  queueMicrotask(() => {
    if (tell === undefined) throw error
    tell(error)
  })
}
