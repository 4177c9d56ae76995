import { BaseError, type LinkErrorBody } from '@hawser/wire'

// These errors are separate from the others because they load with the code that draws the QR code.

/** The relay did not answer within 7 s. A code that cannot work is not shown. */
export class RelaySilentError extends BaseError {
  readonly code = 'relay_silent'
}

/**
 * The link API did not send the text that a wallet signs with its approval in time. A new code without a text replaces the
 * current code.
 */
export class OneTapUnavailableError extends BaseError {
  readonly code = 'one_tap_unavailable'
}

/** The link API refused the request. `refusal` contains the server's code and message. */
export class LinkRefusedError extends BaseError {
  readonly code = 'link_refused'
  readonly status: number
  readonly refusal: LinkErrorBody

  constructor(status: number, refusal: LinkErrorBody) {
    super(refusal.message)
    this.status = status
    this.refusal = refusal
  }
}

/** The visitor is not signed in to the host app, so there is no account to link to. No code was shown. */
export class SignInNeededError extends BaseError {
  readonly code = 'sign_in_needed'
}

/** A code that cannot be renewed here has expired. */
export class CodeEndedError extends BaseError {
  readonly code = 'code_ended'
}
