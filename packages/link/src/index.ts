export { addressOf } from '@hawser/wire'
export type { AccessOptions } from './accessOptions.ts'
export type { Challenge } from './challenge.ts'
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
export type { HostUser, LinkOptions } from './linkOptions.ts'
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
} from './linkStore.ts'
export type { LinkLogEvent } from './logEvent.ts'
export type { OriginStatementOptions } from './originStatements.ts'
export { fromPeer } from './peerAddress.ts'
export { printFailure } from './printFailure.ts'
export type { ProvenAccount } from './provenAccount.ts'
export { defaultRateLimits, type LinkRateLimits } from './rateLimits.ts'
export type { ReleasedWallet } from './releasedWallet.ts'
export type { SignInOptions } from './signIn.ts'
export { openPostgresLinkStore, type PostgresLinkStore } from './stores/postgres.ts'
export type { LinkTables } from './stores/schema.ts'
export { openSqliteLinkStore, type SqliteLinkStore } from './stores/sqlite.ts'
export { formatChecksumAddress } from './verifiers/eip155.ts'
