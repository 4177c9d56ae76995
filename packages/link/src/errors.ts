import { BaseError, type LinkRefusalCode } from '@hawser/wire'

/** A refusal of the link API. `status` is the HTTP status it is answered with; `message` never holds what the client sent. */
export abstract class LinkError extends BaseError {
  abstract override readonly code: LinkRefusalCode
  abstract readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 503
  /** For the header Retry-After: whole seconds until trying again makes sense. */
  readonly retryAfterSeconds: number | undefined
  /** Which of the causes behind the code it was, where the page of the code lists them. Snake_case and stable, as the code. */
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

/** No open challenge of this host user has this id: never issued, answered already, or long gone. */
export class ChallengeUnknownError extends LinkError {
  readonly code = 'challenge_unknown'
  readonly status = 404
}

/** The challenge was answered after its time. It is used up. */
export class ChallengeExpiredError extends LinkError {
  readonly code = 'challenge_expired'
  readonly status = 400
}

/** Which mistake made a proof invalid: docs/errors/proof_invalid.md says what to do about each. */
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

/** The signature is not one of the account over the text of the challenge. The challenge is used up. */
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
 * The contract of the account does not agree yet: where several people sign, the others may still have to. The challenge stays
 * open for this very answer, and for no other, until it expires.
 */
export class SignaturePendingError extends LinkError {
  readonly code = 'signature_pending'
  readonly status = 409
}

/** Nothing is deployed at the address on the chain the text is for, so no contract can agree. The challenge is used up. */
export class AccountNotDeployedError extends LinkError {
  readonly code = 'account_not_deployed'
  readonly status = 400
}

/** A contract account has to be asked, and no RPC address gives an answer that can be used. `cause` says why, without addresses. */
export class CannotCheckNowError extends LinkError {
  readonly code = 'cannot_check_now'
  readonly status = 503
}

/** The signature is of a format that is not taken: it may be genuine, but proves less. The challenge is used up. */
export class UnsupportedSignatureError extends LinkError {
  readonly code = 'unsupported_signature'
  readonly status = 400
}

/** Another host user holds this account. The words are the same for every holder. */
export class WalletAlreadyLinkedError extends LinkError {
  readonly code = 'wallet_already_linked'
  readonly status = 409
}

/** The wallet was proven, and no host user holds it by an active link. In the same words whether anybody ever did. */
export class WalletNotLinkedError extends LinkError {
  readonly code = 'wallet_not_linked'
  readonly status = 403
}

/** The request carries no host session. */
export class NotSignedInError extends LinkError {
  readonly code = 'not_signed_in'
  readonly status = 401
}

/** A request that changes something came from another origin, or named none. */
export class ForbiddenOriginError extends LinkError {
  readonly code = 'forbidden_origin'
  readonly status = 403
}

/** The body is larger than the limit. */
export class BodyTooLargeError extends LinkError {
  readonly code = 'body_too_large'
  readonly status = 413
}

/** The body does not call itself JSON. */
export class ContentTypeNotJsonError extends LinkError {
  readonly code = 'content_type_not_json'
  readonly status = 415
}

/** The host user has as many open challenges as one may have. */
export class TooManyChallengesError extends LinkError {
  readonly code = 'too_many_challenges'
  readonly status = 429
}

/** A session alone is not enough: unlinking a way to sign in takes a fresh signature of it, linking a step-up of the host app (`mayLink`). */
export class ProofRequiredError extends LinkError {
  readonly code = 'proof_required'
  readonly status = 401
}

/** The wallet is the last way to sign in that is known of. */
export class LastFactorError extends LinkError {
  readonly code = 'last_factor'
  readonly status = 409
}

/** The host user has as many linked wallets as one may have. */
export class TooManyWalletsError extends LinkError {
  readonly code = 'too_many_wallets'
  readonly status = 409
}

/** The account has an unconfigured namespace or chain, or an invalid address. */
export class UnsupportedAccountError extends LinkError {
  readonly code = 'unsupported_account'
  readonly status = 400
}

/** No handoff has this id, secret, grant or session, or a newer one took its place. */
export class HandoffUnknownError extends LinkError {
  readonly code = 'handoff_unknown'
  readonly status = 404
}

/** The secret of a handoff was used before, here or anywhere. */
export class HandoffElsewhereError extends LinkError {
  readonly code = 'handoff_elsewhere'
  readonly status = 410
}

/** The handoff has ended: `reason` says how. */
export class HandoffOverError extends LinkError {
  readonly code = 'handoff_over'
  readonly status = 410
}

/** Digits were typed before a wallet has signed. */
export class HandoffNotProvenError extends LinkError {
  readonly code = 'handoff_not_proven'
  readonly status = 409
}

/** The digits are not those that the phone shows. The third time ends the handoff. */
export class DigitsWrongError extends LinkError {
  readonly code = 'digits_wrong'
  readonly status = 400
}

/** Something of the host broke. `cause` says what; the client is not told. */
export class LinkFailedError extends LinkError {
  readonly code = 'link_failed'
  readonly status = 500
}

/** An option of `createLink` could not be safe. Thrown at start, never answered. */
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

/** The store was written by an older version of this package, and was to be opened as it is. Thrown at start, never answered. */
export class LinkStoreOlderError extends BaseError {
  readonly code = 'link_store_older'
}
