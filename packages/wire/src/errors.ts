import { BaseError } from './baseError.ts'

/** A relay frame breaks the protocol. `rpcCode` and `data` go into the relay's error answer. */
export class InvalidIrnFrameError extends BaseError {
  readonly code = 'invalid_irn_frame'
  readonly rpcCode: number
  readonly data: string
  /** The raw id token of the frame, if it could be read: the error answer must carry the same id. */
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
  /** The missing chains, methods or events, if they are known. */
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

/** A wallet listing, or a page of listings, is malformed. */
export class InvalidListingError extends BaseError {
  readonly code = 'invalid_listing'
}

/** A registry's manifest is malformed, or its format is unknown. */
export class InvalidManifestError extends BaseError {
  readonly code = 'invalid_manifest'
}

/** A body of the link API is malformed. */
export class InvalidLinkBodyError extends BaseError {
  readonly code = 'invalid_link_body'
}

/** An origin statement, or the document with a domain's keys, is malformed. */
export class InvalidOriginStatementError extends BaseError {
  readonly code = 'invalid_origin_statement'
}

/** A client sent requests faster than the server allows. The request had no effect. */
export class TooManyRequestsError extends BaseError {
  readonly code = 'too_many_requests'
  /** Whole seconds until a retry makes sense, if the server reports them. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { retryAfterSeconds }: { readonly retryAfterSeconds?: number } = {}) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A server has nothing under this address, or nothing that this visitor may see. */
export class NotFoundError extends BaseError {
  readonly code = 'not_found'
}

/** Another program listens on the port. */
export class PortTakenError extends BaseError {
  readonly code = 'port_taken'
}

/** The package that a store needs as its driver is not installed. Thrown at start. */
export class DriverMissingError extends BaseError {
  readonly code = 'driver_missing'
}
