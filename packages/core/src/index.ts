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
export type { Effect, FlowEvent, OpenTarget, WalletTarget } from './flow/event.ts'
export { type FlowRules, transition } from './flow/flow.ts'
export type { LinkOutcome, LinkPurpose, OtherOutcome } from './flow/purpose.ts'
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
} from './flow/state.ts'
export {
  hasVia,
  otherVias,
  type Via,
  type View,
  type ViewName,
  viewForListing,
  type WalletViewName,
} from './flow/views.ts'
export { createLinker } from './linker/createLinker.ts'
export type { LinkerOptions } from './linker/options.ts'
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
} from './linker/state.ts'
export type { KeyValue } from './platform/keyValue.ts'
export { detectPlatform, type Platform, type PlatformSigns, readPlatformSigns } from './platform/platform.ts'
export type { LinkedWalletsEvent, LinkHistoryState, WalletAction } from './proof/linkedWalletChanges.ts'
export type { KeptSession, KeptSessionsState, SessionsEvent } from './sessions/keptSessions.ts'
export type { EndedSession } from './sessions/memory.ts'
export { formatDeepLink, type LinkToOpen, storeLinkFor } from './wallets/deepLink.ts'
export { injectedRdns } from './wallets/discovery/discovery.ts'
export type { ManualWallet, ModalOptions } from './wallets/modalOptions.ts'
