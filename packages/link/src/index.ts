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
  LinkError,
  LinkFailedError,
  LinkStoreNewerError,
  LinkStoreUnavailableError,
  NotFoundError,
  NotSignedInError,
  ProofInvalidError,
  TooManyChallengesError,
  TooManyWalletsError,
  UnsupportedAccountError,
  WalletAlreadyLinkedError,
} from './errors.ts'
export type { HostUser, LinkOptions } from './linkOptions.ts'
export type {
  ChallengeBounds,
  HostUserExport,
  LinkEvent,
  LinkedWalletRow,
  LinkStore,
  ProofRecord,
  ProvenWallet,
  WalletKey,
} from './linkStore.ts'
export type { ProvenAccount } from './provenAccount.ts'
export type { LinkTables } from './stores/schema.ts'
export { createSqlLinkStore } from './stores/sql.ts'
export { openSqliteLinkStore, type SqliteLinkStore } from './stores/sqlite.ts'
export { formatChecksumAddress } from './verifiers/eip155.ts'
