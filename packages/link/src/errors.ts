import { BaseError, type LinkRefusalCode } from '@hawser/wire'

/** A refusal of the link API. `status` is the HTTP status of the answer. `message` never contains what the client sent. */
export abstract class LinkError extends BaseError {
  abstract override readonly code: LinkRefusalCode
  abstract readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 503
  /** Value of the Retry-After header: whole seconds until a retry makes sense. */
  readonly retryAfterSeconds: number | undefined
  /** The specific cause, where the page of the code lists several. Snake_case and stable, like the code. */
  readonly reason: string | undefined

  constructor(message: string, options: LinkErrorOptions = {}) {
    super(message, options)
    this.retryAfterSeconds = options.retryAfterSeconds
    this.reason = options.reason
  }
}

type LinkErrorOptions = {
  readonly cause?: unknown
  readonly retryAfterSeconds?: number
  readonly reason?: string | undefined
}

/** No open challenge of this host user has this id: it was never issued, was answered already, or expired long ago. */
export class ChallengeUnknownError extends LinkError {
  readonly code = 'challenge_unknown'
  readonly status = 404
}

/** The answer came after the challenge had expired. The challenge is used up. */
export class ChallengeExpiredError extends LinkError {
  readonly code = 'challenge_expired'
  readonly status = 400
}

/** The mistake that made a proof invalid. docs/errors/proof_invalid.md says what to do about each. */
export type ProofMistake =
  | 'signature_not_readable'
  | 'signature_length'
  | 'signature_recovery_byte'
  | 'signature_high_s'
  | 'signature_not_on_curve'
  | 'signature_pre_delegated'
  | 'signed_without_prefix'
  | 'signed_with_other_prefix'
  | 'signed_encoded_text'
  | 'signed_hash_of_text'
  | 'signed_altered_text'
  | 'signed_with_wrong_header'
  | 'signed_transaction'
  | 'signed_by_other_address'
  | 'other_account_or_text'
  | 'contract_refused'
  | 'contract_answer_malformed'
  | 'contract_without_erc1271'
  | 'contract_not_asked_here'
  | 'link_rests_on_key'
  | 'challenge_of_other_site'

/** The account did not make this signature over the text of the challenge. The challenge is used up. */
export class ProofInvalidError extends LinkError {
  readonly code = 'proof_invalid'
  readonly status = 400
  override readonly reason: ProofMistake

  constructor(message: string, { reason, ...options }: LinkErrorOptions & { readonly reason: ProofMistake }) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * The contract of the account does not agree yet, for example because other owners still have to sign. Until it expires, the
 * challenge stays open for this exact answer only.
 */
export class SignaturePendingError extends LinkError {
  readonly code = 'signature_pending'
  readonly status = 409
}

/** No contract is deployed at the address on the chain of the text, so no contract can agree. The challenge is used up. */
export class AccountNotDeployedError extends LinkError {
  readonly code = 'account_not_deployed'
  readonly status = 400
}

/** A contract account has to be asked, and no RPC address gives a usable answer. `cause` says why, without addresses. */
export class CannotCheckNowError extends LinkError {
  readonly code = 'cannot_check_now'
  readonly status = 503
}

/** The format of the signature is not accepted: the signature may be genuine, but proves less. The challenge is used up. */
export class UnsupportedSignatureError extends LinkError {
  readonly code = 'unsupported_signature'
  readonly status = 400
}

/** Another host user holds this account. The message is the same for every holder. */
export class WalletAlreadyLinkedError extends LinkError {
  readonly code = 'wallet_already_linked'
  readonly status = 409
}

/**
 * The wallet was proven, and no host user holds it by an active link. The message is the same for a wallet that was never
 * linked.
 */
export class WalletNotLinkedError extends LinkError {
  readonly code = 'wallet_not_linked'
  readonly status = 403
}

/** The request carries no host session. */
export class NotSignedInError extends LinkError {
  readonly code = 'not_signed_in'
  readonly status = 401
}

/** A request that changes something came from an origin that is not allowed, or named no origin. */
export class ForbiddenOriginError extends LinkError {
  readonly code = 'forbidden_origin'
  readonly status = 403
}

/** The body is larger than the limit. */
export class BodyTooLargeError extends LinkError {
  readonly code = 'body_too_large'
  readonly status = 413
}

/** The content type of the body is not JSON. */
export class ContentTypeNotJsonError extends LinkError {
  readonly code = 'content_type_not_json'
  readonly status = 415
}

/** The host user has reached the limit of open challenges. */
export class TooManyChallengesError extends LinkError {
  readonly code = 'too_many_challenges'
  readonly status = 429
}

/**
 * A session alone is not enough. Unlinking a way to sign in takes its fresh signature; linking takes a step-up of the host app
 * (`mayLink`).
 */
export class ProofRequiredError extends LinkError {
  readonly code = 'proof_required'
  readonly status = 401
}

/** The wallet is the last known way to sign in. */
export class LastFactorError extends LinkError {
  readonly code = 'last_factor'
  readonly status = 409
}

/** The host user has reached the limit of linked wallets. */
export class TooManyWalletsError extends LinkError {
  readonly code = 'too_many_wallets'
  readonly status = 409
}

/** The account has an unconfigured namespace or chain, or an invalid address. */
export class UnsupportedAccountError extends LinkError {
  readonly code = 'unsupported_account'
  readonly status = 400
}

/** No handoff has this id, secret, grant or session, or a newer handoff replaced it. */
export class HandoffUnknownError extends LinkError {
  readonly code = 'handoff_unknown'
  readonly status = 404
}

/** The secret of a handoff was already used, on this phone or elsewhere. */
export class HandoffElsewhereError extends LinkError {
  readonly code = 'handoff_elsewhere'
  readonly status = 410
}

/** The handoff has ended: `reason` says how. */
export class HandoffOverError extends LinkError {
  readonly code = 'handoff_over'
  readonly status = 410
}

/** Digits were typed before a wallet had signed. */
export class HandoffNotProvenError extends LinkError {
  readonly code = 'handoff_not_proven'
  readonly status = 409
}

/** The digits differ from those that the phone shows. The third mistake ends the handoff. */
export class DigitsWrongError extends LinkError {
  readonly code = 'digits_wrong'
  readonly status = 400
}

/** Something failed on the host's side. `cause` says what; the client does not learn it. */
export class LinkFailedError extends LinkError {
  readonly code = 'link_failed'
  readonly status = 500
}

/** An option of `createLink` is not safe. Thrown at start, never answered. */
export class InvalidLinkOptionsError extends BaseError {
  readonly code = 'invalid_link_options'
}

/** The store's file cannot be opened or is not a database, or the store was stopped. Never answered. */
export class LinkStoreUnavailableError extends BaseError {
  readonly code = 'link_store_unavailable'
}

/** The store was written by a newer version of this package. Thrown at start, never answered. */
export class LinkStoreNewerError extends BaseError {
  readonly code = 'link_store_newer'
}

/**
 * The store was written by an older version of this package and was opened without migration. Thrown at start, never answered.
 */
export class LinkStoreOlderError extends BaseError {
  readonly code = 'link_store_older'
}
