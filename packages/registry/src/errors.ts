import { BaseError } from '@hawser/wire'

/** A folder of listings cannot be served: a file is malformed, misnamed, or clashes with another. */
export class InvalidBundleError extends BaseError {
  readonly code = 'invalid_bundle'
}

/** Another program listens on the port. */
export class PortTakenError extends BaseError {
  readonly code = 'port_taken'
}

/** The registry serves nothing under this path, or has no such image. */
export class NotFoundError extends BaseError {
  readonly code = 'not_found'
}

/** The registry only answers GET and HEAD. */
export class MethodNotAllowedError extends BaseError {
  readonly code = 'method_not_allowed'
}

/** Something failed that the client cannot mend. The cause stays on the server. */
export class InternalError extends BaseError {
  readonly code = 'internal_error'
}
