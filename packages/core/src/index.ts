export type { Session, WebSocketLike } from '@hawser/sign'
export type {
  AccountId,
  ChainId,
  CodesOf,
  LinkedWallet,
  LinkRefusalCode,
  Listing,
  StoreLinks,
  StoreName,
  Topic,
  WalletChange,
  WalletEvent,
  WalletLinks,
} from '@hawser/wire'
// Exports of wire that @hawser/modal needs but must not import itself (docs/decisions/0001).
export { BaseError, InvalidPairingUriError, PairingExpiredError, parsePairingUri } from '@hawser/wire'
export type { ConnectedAccount, PairingConnector } from './connectors/pairingConnector.ts'
export {
  AccountDiffersError,
  AccountNotGrantedError,
  ExtensionBusyError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  ExtensionMissingError,
  ExtensionSilentError,
  LinkUnavailableError,
  RegistryUnavailableError,
  RegistryUntrustedError,
  SignatureMalformedError,
  WalletCannotSignError,
} from './errors.ts'
export type { CoreErrorCode, FailureCode, HandoffCode } from './failureCode.ts'
export {
  CodeEndedError,
  LinkRefusedError,
  OneTapUnavailableError,
  RelaySilentError,
  SignInNeededError,
} from './flow/errors.ts'
export { isWalletFailure } from './flow/failed.ts'
export { otherNetworks } from './flow/otherNetworks.ts'
export type { LinkOutcome, LinkPurpose, OtherOutcome } from './flow/purpose.ts'
export type {
  Connection,
  ExtensionConnection,
  FlowFailure,
  FlowState,
  Pairing,
  RelayAnswer,
  RetryStep,
} from './flow/state.ts'
export type { View, ViewName, WalletViewName } from './flow/views.ts'
export type { HandoffDigits, HandoffScreenState } from './handoff/handoffScreenState.ts'
export { createLinker } from './linker/createLinker.ts'
export type { LinkerMethods } from './linker/methods.ts'
export type {
  ConnectorLinkerOptions,
  LinkApiOptions,
  LinkerOptions,
  RegistryOptions,
  RelayLinkerOptions,
  RelayOptions,
  SessionOptions,
  World,
} from './linker/options/linkerOptions.ts'
export type {
  ClientLinker,
  Linker,
  LinkerState,
} from './linker/state.ts'
export type { Toast, ToastMessage } from './linker/toast.ts'
export {
  ClientUnavailableError,
  codeOf,
  InvalidLinkerOptionsError,
  PageOutdatedError,
} from './platform/errors.ts'
export type { KeyValue } from './platform/keyValue.ts'
export { loadPart, reloadPage } from './platform/loadPart.ts'
export { detectPlatform, type Platform, type PlatformHints, readPlatformHints } from './platform/platform.ts'
export type { LinkedWalletsState, LinkHistoryState, WalletAction } from './proof/linkedWalletsState.ts'
export type { KeptSession, KeptSessionsState } from './sessions/keptSessions.ts'
export type { EndedSession } from './sessions/memory.ts'
export type { SessionRecord } from './sessions/pairingHistory.ts'
export { formatDeepLink, type LinkToOpen } from './wallets/deepLink.ts'
export { injectedRdns } from './wallets/discovery/announcement.ts'
export { injectedSolanaRdns } from './wallets/discovery/standardWallet.ts'
export type { HostProvider, HostProviderWallet, HostWallet, WagmiConnector } from './wallets/hostWallets/hostWallet.ts'
export type { ManualWallet, ModalOptions } from './wallets/modalOptions.ts'
export { listRoutes, type Route, type RouteContext } from './wallets/reach/listRoutes.ts'
export { createReachFilter } from './wallets/reach/reachFilter.ts'
export type { RelayReach } from './wallets/reach/relayReach.ts'
export { type Choice, networksOf, otherVias, type Via } from './wallets/routes.ts'
export type { ExplorerState, WalletEntry, WalletLists } from './wallets/state.ts'
export { storeLinkFor } from './wallets/storeLink.ts'
export { findBrowserLink } from './wallets/walletBrowser/findBrowserLink.ts'
export { findInAppBrowser } from './wallets/walletBrowser/inAppBrowser.ts'
export type { WalletBrowserOptions, WalletPage } from './wallets/walletBrowser/walletPage.ts'
