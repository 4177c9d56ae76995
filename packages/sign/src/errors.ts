import { BaseError, InvalidNamespacesError, type Reason, reasons } from '@hawser/wire'

/** The wallet declined the proposal. `reason` is what it said. */
export class ProposalRejectedError extends BaseError {
  readonly code = 'proposal_rejected'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(`The wallet declined the proposal (${reason.code}).`)
    this.reason = reason
  }
}

/** The proposal's time ran out before a session was settled. */
export class ProposalExpiredError extends BaseError {
  readonly code = 'proposal_expired'
}

/** The proposal was cancelled on this side. */
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

/** The peer answered a request with an error. `reason` is what it said. */
export class RequestRejectedError extends BaseError {
  readonly code = 'request_rejected'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(`The peer refused the request (${reason.code}).`)
    this.reason = reason
  }
}

/** The peer did not answer a request in time, or the answer came too late to be sent. */
export class RequestExpiredError extends BaseError {
  readonly code = 'request_expired'
}

/** A request is outside what the protocol allows. Nothing was sent. */
export class InvalidRequestError extends BaseError {
  readonly code = 'invalid_request'
}

/** A message is longer than the relay takes. Where the limit is known, nothing was sent. */
export class MessageTooLargeError extends BaseError {
  readonly code = 'message_too_large'
}

/** The session ended while something waited for it. `reason` is the peer's, where it gave one. */
export class SessionEndedError extends BaseError {
  readonly code = 'session_ended'
  readonly reason: Reason | undefined

  constructor(reason: Reason | undefined) {
    super(`The session has ended${reason === undefined ? '' : ` (${reason.code})`}.`)
    this.reason = reason
  }
}

/** The session does not grant this method, or this role may not ask. */
export class MethodNotGrantedError extends BaseError {
  readonly code = 'method_not_granted'
}

/** The session has no account on this chain. */
export class ChainNotGrantedError extends BaseError {
  readonly code = 'chain_not_granted'
}

/** The session does not grant this event, or this role may not emit. */
export class EventNotGrantedError extends BaseError {
  readonly code = 'event_not_granted'
}

/** The relay did not answer in time. The client keeps trying in the background. */
export class RelayUnreachableError extends BaseError {
  readonly code = 'relay_unreachable'
}

/**
 * Why a relay refuses, as a word: the page's origin is not on its list, the project id is missing or unknown, the clocks differ, it was
 * asked too often, or something else that the error's text quotes.
 */
export type RelayRefusalReason = 'origin' | 'project' | 'clock' | 'rate' | 'other'

/** The relay answered, and said no. `reason` is why, as far as it said. */
export class RelayRefusedError extends BaseError {
  readonly code = 'relay_refused'
  readonly reason: RelayRefusalReason

  constructor(message: string, reason: RelayRefusalReason = 'other') {
    super(message)
    this.reason = reason
  }
}

/** The relay has too much to do, or this client asks too often. The client goes on after a pause. */
export class RelayBusyError extends BaseError {
  readonly code = 'relay_busy'
  readonly reason: RelayRefusalReason = 'rate'
}

/** The relay refused the client because the clocks of the two differ too much. */
export class RelayClockError extends BaseError {
  readonly code = 'relay_clock'
  readonly reason: RelayRefusalReason = 'clock'
  /** What the relay's clock said, in epoch milliseconds, where it told. */
  readonly relayTime: number | undefined

  constructor(relayTime: number | undefined, now: number) {
    const times = relayTime === undefined ? '' : `: it says ${format(relayTime)}, this device ${format(now)}`
    super(`The relay refused this client because their clocks differ too much${times}.`)
    this.relayTime = relayTime
  }
}

/** An envelope cannot be opened: wrong key, unknown type, or changed on its way. */
export class EnvelopeInvalidError extends BaseError {
  readonly code = 'envelope_invalid'
}

/** The peer's public key gives no usable shared secret. */
export class SharedSecretInvalidError extends BaseError {
  readonly code = 'shared_secret_invalid'
}

/** A message of the peer is not what the protocol allows. `reason` is the numbered reason it is answered with. */
export class InvalidSessionMessageError extends BaseError {
  readonly code = 'invalid_session_message'
  readonly reason: Reason

  constructor(message: string, reason: Reason = reasons.invalidMethod, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** This platform lacks something that a client cannot do without. `missing` names it. */
export class PlatformUnsupportedError extends BaseError {
  readonly code = 'platform_unsupported'
  readonly missing: readonly string[]

  constructor(missing: readonly string[]) {
    super(`This platform lacks ${missing}. Load a polyfill first.`)
    this.missing = missing
  }
}

/** The storage passed in failed to write. The client goes on from memory. */
export class StorageFailedError extends BaseError {
  readonly code = 'storage_failed'
}

/** The client was stopped. */
export class ClientStoppedError extends BaseError {
  readonly code = 'client_stopped'
}

/** An error of ours, or what stands for one that nobody foresaw. */
export function toBaseError(error: unknown): BaseError {
  if (error instanceof BaseError) return error
  return new InvalidSessionMessageError('A message could not be handled.', reasons.invalidMethod, { cause: error })
}

/** The numbered reason a peer is answered with. */
export function reasonOf(error: BaseError): Reason {
  if (error instanceof InvalidSessionMessageError || error instanceof InvalidNamespacesError) return error.reason
  return reasons.sessionSettlementFailed
}

function format(time: number): string {
  return new Date(time).toISOString()
}
