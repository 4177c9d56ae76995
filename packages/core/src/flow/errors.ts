import { BaseError, type LinkErrorBody } from '@hawser/wire'

// Separate from the other errors: these load with the code that draws the QR code.

/** The relay has not answered for 8 s: a code that cannot work is not shown. */
export class RelaySilentError extends BaseError {
  readonly code = 'relay_silent'
}

/** The link API sent no text in time for a wallet to sign with its approval: the code is made again without it. */
export class OneTapUnavailableError extends BaseError {
  readonly code = 'one_tap_unavailable'
}

/** The link API refused. `refusal` is its own code and message. */
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
