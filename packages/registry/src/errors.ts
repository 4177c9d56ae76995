import { BaseError } from '@hawser/wire'

/**
 * A folder of listings, or a bundle, cannot be served: a file is malformed, misnamed, changed, or clashes with another.
 */
export class InvalidBundleError extends BaseError {
  readonly code = 'invalid_bundle'
}

/** A signing key cannot be read or written, or other users can read it. The message never contains the key. */
export class InvalidKeyFileError extends BaseError {
  readonly code = 'invalid_key_file'
}

/** The method of the request is not GET, HEAD or OPTIONS. */
export class MethodNotAllowedError extends BaseError {
  readonly code = 'method_not_allowed'
}

/** A failure that the client cannot fix. The cause stays on the server. */
export class InternalError extends BaseError {
  readonly code = 'internal_error'

  /** The inherited name would be `InternalErrorError`. */
  override get name(): string {
    return 'InternalError'
  }
}

/** A query has a param that is unknown, given twice or out of bounds. The message never repeats the query. */
export class InvalidQueryError extends BaseError {
  readonly code = 'invalid_query'
}

/** The input is not an HTTP request, is too long, or arrived too slowly. */
export class RequestUnreadableError extends BaseError {
  readonly code = 'request_unreadable'
}

/** An option of a `hawser registry` command has a value that cannot be used. */
export class InvalidRegistryOptionError extends BaseError {
  readonly code = 'invalid_registry_option'
}

/** A bundle is older than the one being served. */
export class OlderBundleError extends BaseError {
  readonly code = 'older_bundle'
}

/** A file cannot become a wallet's image: it is not an image, too large, damaged, or does more than draw. */
export class ImageRefusedError extends BaseError {
  readonly code = 'image_refused'
}

/** Another registry's listings cannot be read: unreachable, too many, or in an unknown format. */
export class ImportFailedError extends BaseError {
  readonly code = 'import_failed'
}
