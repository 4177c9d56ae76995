export type { Session } from '@hawser/sign'
export type {
  AccountId,
  ChainId,
  LinkedWallet,
  Listing,
  StoreLinks,
  StoreName,
  Topic,
  WalletChange,
  WalletEvent,
  WalletLinks,
} from '@hawser/wire'
// What @hawser/modal needs of wire, which it may not import itself (docs/decisions/0001).
export { BaseError, InvalidPairingUriError, parsePairingUri } from '@hawser/wire'
export type { Connected, PairingConnector } from './connectors/pairingConnector.ts'
export { createLinker } from './createLinker.ts'
export { formatDeepLink, type LinkToOpen, storeLinkFor } from './deepLink.ts'
export { injectedRdns } from './discovery.ts'
export {
  AccountDiffersError,
  AccountNotGrantedError,
  ClientUnavailableError,
  CodeEndedError,
  ExtensionBusyError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  ExtensionMissingError,
  ExtensionSilentError,
  LinkRefusedError,
  LinkUnavailableError,
  OneTapUnavailableError,
  RegistryUnavailableError,
  RegistryUntrustedError,
  RelaySilentError,
  SignatureMalformedError,
} from './errors.ts'
export { type FlowRules, transition } from './flow.ts'
export type { Effect, FlowEvent, OpenTarget, WalletTarget } from './flowEvent.ts'
export {
  type Choice,
  type Connection,
  type ExtensionConnection,
  type FlowFailure,
  type FlowState,
  isAfterSession,
  type Pairing,
  type RelayAnswer,
  type RetryStep,
} from './flowState.ts'
export type { KeyValue } from './keyValue.ts'
export type { LinkedWalletsEvent, LinkHistoryState, WalletAction } from './linkedWalletChanges.ts'
export type { LinkerOptions } from './linkerOptions.ts'
export type {
  ClientLinker,
  ExplorerState,
  LinkedWalletsState,
  Linker,
  LinkerEvent,
  LinkerState,
  SessionRecord,
  Toast,
  ToastMessage,
  WalletEntry,
  WalletLists,
} from './linkerState.ts'
export type { LinkOutcome, LinkPurpose, OtherOutcome } from './linkPurpose.ts'
export type { LiveSession, LiveSessionsState, SessionsEvent } from './liveSessions.ts'
export type { ManualWallet, ModalOptions } from './modalOptions.ts'
export { detectPlatform, type Platform, type PlatformSigns, readPlatformSigns } from './platform.ts'
export type { EndedSession } from './sessionMemory.ts'
export {
  hasVia,
  otherVias,
  type Via,
  type View,
  type ViewName,
  viewForListing,
  type WalletViewName,
} from './views.ts'
