import { BaseError } from '@hawser/wire'

/** A folder of listings cannot be served: a file is malformed, misnamed, or clashes with another. */
export class InvalidBundleError extends BaseError {
  readonly code = 'invalid_bundle'
}

/** The registry cannot listen: another program has the port. */
export class PortTakenError extends BaseError {
  readonly code = 'port_taken'
}
