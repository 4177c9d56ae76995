import { BaseError } from '@hawser/core'

/** What of ours stands in a page. */
export type ViewPart = 'modal' | 'linked wallets' | 'link history' | 'sessions'

/** A part of ours could not be drawn. What was thrown is the `cause`. */
export class ViewFailedError extends BaseError {
  readonly code = 'view_failed'
  readonly part: ViewPart

  constructor(part: ViewPart, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The ${part} could not be drawn (${reason}). Check the messages and options of LinkerProvider.`, { cause })
    this.part = part
  }
}

/** Tells the host app, or the page's `error` event, where monitoring hears it. */
export function tellViewFailed(
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
