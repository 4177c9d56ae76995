/** A failure of the host server. `code` is the contract, `message` one line for a person. */
export abstract class HostError extends Error {
  abstract readonly code: string

  override get name(): string {
    return this.constructor.name
  }
}

/** The folder contains no built page. Thrown at start, never sent to a client. */
export class PageNotBuiltError extends HostError {
  readonly code = 'page_not_built'
}

/** An option has a value that cannot be used. Thrown at start, never sent to a client. */
export class InvalidHostOptionError extends HostError {
  readonly code = 'invalid_host_option'
}

/** The request names a host other than that of the public address. Answered with 421. */
export class HostUnknownError extends HostError {
  readonly code = 'host_unknown'
}

/** The data file was written by another version of the host app. Thrown at start, never sent to a client. */
export class HostDataVersionError extends HostError {
  readonly code = 'host_data_version'
}

/** A refusal of the account API, with the HTTP status of the answer. `message` never repeats the request. */
export abstract class AccountError extends HostError {
  abstract readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 503
  /** The value of the header Retry-After: whole seconds until trying again makes sense. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, retryAfterSeconds?: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class ForbiddenOriginError extends AccountError {
  readonly code = 'forbidden_origin'
  readonly status = 403
}

export class BodyTooLargeError extends AccountError {
  readonly code = 'body_too_large'
  readonly status = 413
}

export class InvalidCredentialsError extends AccountError {
  readonly code = 'invalid_credentials'
  readonly status = 400
}

export class NameTakenError extends AccountError {
  readonly code = 'name_taken'
  readonly status = 409
}

export class NameMisleadingError extends AccountError {
  readonly code = 'name_misleading'
  readonly status = 400
}

export class AlreadySignedInError extends AccountError {
  readonly code = 'already_signed_in'
  readonly status = 409
}

export class SignInRefusedError extends AccountError {
  readonly code = 'sign_in_refused'
  readonly status = 401
}

export class VisitorGoneError extends AccountError {
  readonly code = 'visitor_gone'
  readonly status = 401
}

export class SessionUnknownError extends AccountError {
  readonly code = 'not_found'
  readonly status = 404
}

export class TooManySignInsError extends AccountError {
  readonly code = 'too_many_sign_ins'
  readonly status = 429
}

export class TooManyVisitorsError extends AccountError {
  readonly code = 'too_many_requests'
  readonly status = 429
}

export class ServerBusyError extends AccountError {
  readonly code = 'server_busy'
  readonly status = 503
}
