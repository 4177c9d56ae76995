import { BaseError } from '@hawser/wire'
import type { FailureCode } from '../failureCode.ts'

// These errors are separate from the others because they load with the page itself, before anything else is fetched.

/**
 * Returns the code of a Hawser error, or `unknown` for any other error.
 * @example if (codeOf(error) === 'page_outdated') reloadPage()
 */
export function codeOf(error: unknown): FailureCode {
  // Core loads no other Hawser packages than sign and wire, and the union names the codes of all three.
  return error instanceof BaseError ? (error.code as FailureCode) : 'unknown'
}

/** The server no longer has a file of this page's code: a newer version was deployed. Reloading the page helps. */
export class PageOutdatedError extends BaseError {
  readonly code = 'page_outdated'
}

/** A file of the page's code could not be fetched, and trying again can help. */
export class ClientUnavailableError extends BaseError {
  readonly code = 'client_unavailable'
}

/** An option of `createLinker` has no effect in combination with the others. Correct the options. */
export class InvalidLinkerOptionsError extends BaseError {
  readonly code = 'invalid_linker_options'
}
