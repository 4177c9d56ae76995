import { BaseError, InvalidNamespacesError, type Reason, reasons } from '@hawser/wire'

/** The wallet declined the proposal. `reason` is the wallet's reason. */
export class ProposalRejectedError extends BaseError {
  readonly code = 'proposal_rejected'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(`The wallet declined the proposal (${reason.code}).`)
    this.reason = reason
  }
}

/** The proposal expired before a session was settled. */
export class ProposalExpiredError extends BaseError {
  readonly code = 'proposal_expired'
}

/** This side cancelled the proposal. */
export class ProposalCancelledError extends BaseError {
  readonly code = 'proposal_cancelled'
}

/** No pending proposal has this id. */
export class UnknownProposalError extends BaseError {
  readonly code = 'unknown_proposal'
}

/** No pairing has this topic. */
export class UnknownPairingError extends BaseError {
  readonly code = 'unknown_pairing'
}

/** No live session has this topic. */
export class UnknownSessionError extends BaseError {
  readonly code = 'unknown_session'
}

/** No pending request has this id. */
export class UnknownRequestError extends BaseError {
  readonly code = 'unknown_request'
}

/** The peer answered a request with an error. `reason` is the peer's reason. */
export class RequestRejectedError extends BaseError {
  readonly code = 'request_rejected'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(`The peer refused the request (${reason.code}).`)
    this.reason = reason
  }
}

/** The peer did not answer a request in time, or this wallet's answer came too late to be sent. */
export class RequestExpiredError extends BaseError {
  readonly code = 'request_expired'
}

/** A request breaks a limit of the protocol. The client sent nothing. */
export class InvalidRequestError extends BaseError {
  readonly code = 'invalid_request'
}

/** A message is longer than the relay accepts. If the limit is known, the client sent nothing. */
export class MessageTooLargeError extends BaseError {
  readonly code = 'message_too_large'
}

/** The session ended while a call waited for an answer. `reason` is the peer's reason, if it gave one. */
export class SessionEndedError extends BaseError {
  readonly code = 'session_ended'
  readonly reason: Reason | undefined

  constructor(reason: Reason | undefined) {
    super(`The session has ended${reason === undefined ? '' : ` (${reason.code})`}.`)
    this.reason = reason
  }
}

/** The session does not grant this method, or this role may not send it. */
export class MethodNotGrantedError extends BaseError {
  readonly code = 'method_not_granted'
}

/** The session has no account on this chain. */
export class ChainNotGrantedError extends BaseError {
  readonly code = 'chain_not_granted'
}

/** The session does not grant this event, or this role may not emit it. */
export class EventNotGrantedError extends BaseError {
  readonly code = 'event_not_granted'
}

/** The relay did not answer in time. The client keeps trying in the background. */
export class RelayUnreachableError extends BaseError {
  readonly code = 'relay_unreachable'
}

/**
 * A relay's reason for a refusal: the page's origin is not on its list, the project id is missing or unknown, the
 * clocks differ, or the rate is too high. For `other`, the error's message quotes the relay.
 */
export type RelayRefusalReason = 'origin' | 'project' | 'clock' | 'rate' | 'other'

/** The relay answered with a refusal. `reason` is its reason, as far as known. */
export class RelayRefusedError extends BaseError {
  readonly code = 'relay_refused'
  readonly reason: RelayRefusalReason

  constructor(message: string, reason: RelayRefusalReason = 'other') {
    super(message)
    this.reason = reason
  }
}

/** The relay is overloaded, or this client sends too much. The client continues after a pause. */
export class RelayBusyError extends BaseError {
  readonly code = 'relay_busy'
  readonly reason: RelayRefusalReason = 'rate'
}

/** The relay refused the client because their clocks differ too much. */
export class RelayClockError extends BaseError {
  readonly code = 'relay_clock'
  readonly reason: RelayRefusalReason = 'clock'
  /** The time of the relay's clock in epoch milliseconds, if the relay sent it. */
  readonly relayTime: number | undefined

  constructor(relayTime: number | undefined, now: number) {
    const times = relayTime === undefined ? '' : `: the relay says ${format(relayTime)}, this device ${format(now)}`
    super(`The relay refused this client because their clocks differ too much${times}.`)
    this.relayTime = relayTime
  }
}

/** An envelope cannot be opened: wrong key, unknown type, or changed in transit. */
export class EnvelopeInvalidError extends BaseError {
  readonly code = 'envelope_invalid'
}

/** The peer's public key gives no usable shared secret. */
export class SharedSecretInvalidError extends BaseError {
  readonly code = 'shared_secret_invalid'
}

/** A peer's message breaks the protocol. `reason` is the numbered reason that the client answers with. */
export class InvalidSessionMessageError extends BaseError {
  readonly code = 'invalid_session_message'
  readonly reason: Reason

  constructor(message: string, reason: Reason = reasons.invalidMethod, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** This platform lacks APIs that a client needs. `missing` names them. */
export class PlatformUnsupportedError extends BaseError {
  readonly code = 'platform_unsupported'
  readonly missing: readonly string[]

  constructor(missing: readonly string[]) {
    super(`This platform has no ${missing}. Load a polyfill.`)
    this.missing = missing
  }
}

/**
 * A write to the storage passed in failed, and the client continues from memory. Or the code for the storage could not
 * be fetched.
 */
export class StorageFailedError extends BaseError {
  readonly code = 'storage_failed'
}

/** The client was stopped. */
export class ClientStoppedError extends BaseError {
  readonly code = 'client_stopped'
}

/** Returns a `BaseError` as it is, and wraps any other error in an `InvalidSessionMessageError`. */
export function toBaseError(error: unknown): BaseError {
  if (error instanceof BaseError) return error
  return new InvalidSessionMessageError('The message could not be handled.', reasons.invalidMethod, { cause: error })
}

/** Returns the numbered reason to answer a peer with. */
export function reasonOf(error: BaseError): Reason {
  if (error instanceof InvalidSessionMessageError || error instanceof InvalidNamespacesError) return error.reason
  return reasons.sessionSettlementFailed
}

function format(time: number): string {
  return new Date(time).toISOString()
}
