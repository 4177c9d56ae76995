import type { CodesOf, LinkRefusalCode } from '@hawser/wire'
import type * as errors from './errors.ts'

export { addressOf, DriverMissingError, NotFoundError, TooManyRequestsError } from '@hawser/wire'
export { createLazyLink } from './createLazyLink.ts'
export { createLink, type Link } from './createLink.ts'
export {
  AccountNotDeployedError,
  BodyTooLargeError,
  CannotCheckNowError,
  ChallengeExpiredError,
  ChallengeUnknownError,
  ContentTypeNotJsonError,
  DigitsWrongError,
  ForbiddenOriginError,
  HandoffElsewhereError,
  HandoffNotProvenError,
  HandoffOverError,
  HandoffUnknownError,
  InvalidLinkOptionsError,
  LastFactorError,
  LinkError,
  LinkFailedError,
  LinkStoreNewerError,
  LinkStoreOlderError,
  LinkStoreUnavailableError,
  NotSignedInError,
  ProofInvalidError,
  type ProofMistake,
  ProofRequiredError,
  SignaturePendingError,
  TooManyChallengesError,
  TooManyWalletsError,
  UnsupportedAccountError,
  UnsupportedSignatureError,
  WalletAlreadyLinkedError,
  WalletNotLinkedError,
} from './errors.ts'
export { withPeerAddress } from './http/peerAddress.ts'
export { printFailure } from './http/printFailure.ts'
export type { AccessOptions } from './options/accessOptions.ts'
export type { HandoffOptions } from './options/handoffOptions.ts'
export type { HostUser } from './options/hostUser.ts'
export type { NewLink } from './options/linkedEvent.ts'
export type { LinkLogEvent } from './options/linkLogEvent.ts'
export type { LinkOptions } from './options/linkOptions.ts'
export { defaultRateLimits, type LinkRateLimits } from './options/linkRateLimits.ts'
export type { OriginStatementOptions } from './options/originStatementOptions.ts'
export type { SignInOptions } from './options/signInOptions.ts'
export type { Challenge } from './records/challenge.ts'
export type { Handoff, HandoffProof, HandoffStage } from './records/handoff.ts'
export type { LinkEvent } from './records/linkEvent.ts'
export type {
  HeldAddress,
  LinkedWalletRow,
  ProofRecord,
  ProvenWallet,
  PutWallet,
  WalletKey,
} from './records/linkedWalletRow.ts'
export type { ChallengeBounds, HostUserExport, LinkStore } from './records/linkStore.ts'
export { openPostgresLinkStore, type PostgresLinkStore } from './stores/postgres/postgresLinkStore.ts'
export type { LinkTables } from './stores/schema/linkTables.ts'
export { openSqliteLinkStore, type SqliteLinkStore } from './stores/sqlite/sqliteLinkStore.ts'
export type { ProvenAccount } from './verifiers/provenAccount.ts'
export type { ReleasedWallet } from './wallets/releasedWallet.ts'

/** The codes of the errors that this package throws or refuses with. */
export type LinkErrorCode = CodesOf<typeof errors> | LinkRefusalCode | 'driver_missing' | 'invalid_command'
