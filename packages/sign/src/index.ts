export type { Approved, ApproveParameters, Asked } from './approval.ts'
export type { SignClientEvents } from './context.ts'
export type { Changed } from './control.ts'
export type { SignClientOptions } from './createClient.ts'
export { createDappClient, type DappClient } from './createDappClient.ts'
export { createPairing, createPairingKey, type Pairing, type PairingKey } from './createPairing.ts'
export { type AuthenticatingClient, createSignClient, type SignClient } from './createSignClient.ts'
export {
  ChainNotGrantedError,
  ClientStoppedError,
  EnvelopeInvalidError,
  EventNotGrantedError,
  InvalidRequestError,
  InvalidSessionMessageError,
  MethodNotGrantedError,
  PairingExpiredError,
  ProposalCancelledError,
  ProposalExpiredError,
  ProposalRejectedError,
  RelayClockError,
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
export { grantNamespaces, type SupportedNamespace } from './grantNamespaces.ts'
export type { RandomBytes } from './keys.ts'
export type { Metadata } from './metadata.ts'
export type { OpenPairing } from './pairing.ts'
export type { ProposedPairing, ProposeParameters } from './proposal.ts'
export type { Authentication, Proposal, Session, SessionRequest } from './records.ts'
export type { RelayStatus } from './relaySocket.ts'
export type { RequestParameters } from './request.ts'
export type { SetTimer } from './schedule.ts'
export { createMemoryStorage, createWebStorage, type Storage } from './storage.ts'
