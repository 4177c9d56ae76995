import { BaseError } from '../baseError.ts'

/** A sign-in message is not a strict ERC-4361 text. */
export class InvalidSignInMessageError extends BaseError {
  readonly code = 'invalid_sign_in_message'
}

/** A signed sign-in text (CACAO), its ReCap, or the request for one is malformed, or the text does not answer the request. */
export class InvalidCacaoError extends BaseError {
  readonly code = 'invalid_cacao'
}
