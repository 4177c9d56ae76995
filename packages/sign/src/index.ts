import type { CodesOf } from '@hawser/wire'
import type * as errors from './errors.ts'

export { PairingExpiredError } from '@hawser/wire'
export { createDappClient, type DappClient } from './client/createDappClient.ts'
export { type AuthenticatingClient, createSignClient, type SignClient } from './client/createSignClient.ts'
export type { SignClientOptions } from './client/signClientOptions.ts'
export { createPairing, createPairingKey, type Pairing, type PairingKey } from './envelope/createPairing.ts'
export type { RandomBytes } from './envelope/keys.ts'
export {
  ChainNotGrantedError,
  ClientStoppedError,
  EnvelopeInvalidError,
  EventNotGrantedError,
  InvalidRequestError,
  InvalidSessionMessageError,
  MessageTooLargeError,
  MethodNotGrantedError,
  PlatformUnsupportedError,
  ProposalCancelledError,
  ProposalExpiredError,
  ProposalRejectedError,
  RelayBusyError,
  RelayClockError,
  type RelayRefusalReason,
  RelayRefusedError,
  RelayUnreachableError,
  RequestExpiredError,
  RequestRejectedError,
  SessionEndedError,
  SharedSecretInvalidError,
  StorageFailedError,
  UnknownPairingError,
  UnknownProposalError,
  UnknownRequestError,
  UnknownSessionError,
} from './errors.ts'
export type { SetTimer } from './lifetime/schedule.ts'
export type { Metadata } from './message/peer.ts'
export type { ProposedPairing, ProposeParameters } from './proposer/proposer.ts'
export type { RequestParameters } from './proposer/request.ts'
export type { ResumedPairing } from './proposer/resumeProposal.ts'
export type { Authentication, Proposal, Session, SessionChoice, SessionRequest } from './records/records.ts'
export { createMemoryStorage, createWebStorage, type Storage } from './records/storage.ts'
export { grantNamespaces, type SupportedNamespace } from './responder/grantNamespaces.ts'
export type { ApprovedSession, ApproveParameters } from './responder/responder.ts'
export type { ChangedSession } from './responder/sessionController.ts'
export type { WalletRequest } from './responder/walletRequests.ts'
export type { SignClientEvents } from './session/context.ts'
export type { OpenPairing } from './session/pairing.ts'
export type { RelayStatus } from './socket/relaySocket.ts'
export type { WebSocketLike } from './socket/webSocketLike.ts'

/** The codes of the errors that this package throws, in addition to those of `@hawser/wire`. */
export type SignErrorCode = CodesOf<typeof errors>
