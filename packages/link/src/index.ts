export { addressOf } from '@hawser/wire'
export type { Challenge } from './challenge/challenge.ts'
export type { SignInOptions } from './challenge/signIn.ts'
export { createLink, type Link } from './createLink.ts'
export {
  BodyTooLargeError,
  CannotCheckNowError,
  ChallengeExpiredError,
  ChallengeUnknownError,
  ContentTypeNotJsonError,
  ForbiddenOriginError,
  InvalidLinkOptionsError,
  LastFactorError,
  LinkError,
  LinkFailedError,
  LinkStoreNewerError,
  LinkStoreOlderError,
  LinkStoreUnavailableError,
  NotFoundError,
  NotSignedInError,
  ProofInvalidError,
  ProofRequiredError,
  TooManyChallengesError,
  TooManyRequestsError,
  TooManyWalletsError,
  UnsupportedAccountError,
  UnsupportedSignatureError,
  WalletAlreadyLinkedError,
  WalletNotLinkedError,
} from './errors.ts'
export type { OriginStatementOptions } from './http/originStatements.ts'
export { fromPeer } from './http/peerAddress.ts'
export { printFailure } from './http/printFailure.ts'
export { defaultRateLimits, type LinkRateLimits } from './http/rateLimits.ts'
export type { AccessOptions } from './options/accessOptions.ts'
export type { LinkLogEvent } from './options/linkLogEvent.ts'
export type { HostUser, LinkOptions } from './options/linkOptions.ts'
export type {
  ChallengeBounds,
  HeldAddress,
  HostUserExport,
  LinkEvent,
  LinkedWalletRow,
  LinkStore,
  ProofRecord,
  ProvenWallet,
  PutWallet,
  WalletKey,
} from './records/linkStore.ts'
export { openPostgresLinkStore, type PostgresLinkStore } from './stores/postgres/postgresLinkStore.ts'
export type { LinkTables } from './stores/schema/migrate.ts'
export { openSqliteLinkStore, type SqliteLinkStore } from './stores/sqlite/sqliteLinkStore.ts'
export { formatChecksumAddress } from './verifiers/eip155.ts'
export type { ProvenAccount } from './verifiers/provenAccount.ts'
export type { ReleasedWallet } from './wallets/releasedWallet.ts'
