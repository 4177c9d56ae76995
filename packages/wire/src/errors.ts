import { BaseError } from './baseError.ts'

/** A relay frame is not what the protocol allows. `rpcCode` and `data` are what a relay answers with. */
export class InvalidIrnFrameError extends BaseError {
  readonly code = 'invalid_irn_frame'
  readonly rpcCode: number
  readonly data: string
  /** The raw id token of the frame, when one could be read: an error must be answered under it. */
  readonly idToken: string | undefined

  constructor(message: string, rpcCode: number, data: string, idToken?: string) {
    super(message)
    this.rpcCode = rpcCode
    this.data = data
    this.idToken = idToken
  }
}

/** A client JWT is malformed, expired, or not signed by the key it names. */
export class InvalidClientAuthError extends BaseError {
  readonly code = 'invalid_client_auth'
}

/** Namespaces break a rule of the protocol. `reason` is the numbered reason to send to the peer. */
export class InvalidNamespacesError extends BaseError {
  readonly code = 'invalid_namespaces'
  readonly reason: { readonly code: number; readonly message: string }
  /** The chains, methods or events that are not there, where that is known. */
  readonly missing: readonly string[]

  constructor(
    reason: { readonly code: number; readonly message: string },
    detail: string,
    missing?: readonly string[],
  ) {
    super(`${reason.message} ${detail}`)
    this.reason = reason
    this.missing = missing ?? []
  }
}

/** A wallet listing, or a page of them, does not have the agreed form. */
export class InvalidListingError extends BaseError {
  readonly code = 'invalid_listing'
}

/** A registry's manifest does not have the agreed form, or one that is not known here. */
export class InvalidManifestError extends BaseError {
  readonly code = 'invalid_manifest'
}

/** A body of the link API does not have the agreed form. */
export class InvalidLinkBodyError extends BaseError {
  readonly code = 'invalid_link_body'
}

/** An origin statement, or what a domain publishes to check it, does not have the agreed form. */
export class InvalidOriginStatementError extends BaseError {
  readonly code = 'invalid_origin_statement'
}

/** A server was asked faster than it allows. Nothing was done. */
export class TooManyRequestsError extends BaseError {
  readonly code = 'too_many_requests'
  /** Whole seconds until trying again makes sense, where the server knows. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { retryAfterSeconds }: { readonly retryAfterSeconds?: number } = {}) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A server has nothing under this address, or nothing that may be shown to this visitor. */
export class NotFoundError extends BaseError {
  readonly code = 'not_found'
}

/** Another program listens on the port. */
export class PortTakenError extends BaseError {
  readonly code = 'port_taken'
}

/** The package that reads a store is not installed. Thrown at start. */
export class DriverMissingError extends BaseError {
  readonly code = 'driver_missing'
}
