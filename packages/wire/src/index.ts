export { BaseError, type CodesOf, InvalidArgumentError } from './baseError.ts'

import * as reasons from './session/reasons.ts'

export {
  type AccountId,
  type ChainId,
  isAccountId,
  isChainId,
  isNamespace,
  namespaceOf,
  ownerKeyOf,
} from './caip/caip.ts'
export { canonicalAccountId, canonicalChainId } from './caip/canonicalChainId.ts'
export { InvalidAccountIdError, InvalidChainIdError, parseAccountId, parseChainId } from './caip/parseCaip.ts'
export { type AddressKey, addressOf, parseAddress, unknownAddress } from './clientAddress.ts'
export type { WireErrorCode } from './errorCode.ts'
export {
  DriverMissingError,
  InvalidClientAuthError,
  InvalidIrnFrameError,
  InvalidLinkBodyError,
  InvalidListingError,
  InvalidManifestError,
  InvalidNamespacesError,
  InvalidOriginStatementError,
  NotFoundError,
  PortTakenError,
  TooManyRequestsError,
} from './errors.ts'
export { formatPairingUri, InvalidPairingUriError, PairingExpiredError, type PairingUri } from './formatPairingUri.ts'
export {
  type ClientAuth,
  clientAuthInput,
  formatClientAuth,
  formatClientId,
  joinClientAuth,
  type ParsedClientAuth,
  parseClientAuth,
  parseClientId,
} from './irn/clientAuth.ts'
export {
  formatDelivery,
  formatIrnError,
  formatIrnRequest,
  formatIrnResult,
  type IrnDelivery,
  parseRelayFrame,
  type RelayFrame,
} from './irn/irn.ts'
export {
  type ClientFrame,
  compositeTags,
  type IrnPublish,
  type IrnReceipt,
  type IrnRequest,
  parseClientFrame,
} from './irn/parseClientFrame.ts'
export { irnLimits } from './irn/parseFrame.ts'
export { type AuthenticationChallenge, parseAuthenticationChallenge } from './linkApi/authenticationChallenge.ts'
export {
  formatHandoffToken,
  type HandoffEnd,
  type HandoffGrant,
  type HandoffHop,
  type HandoffPhoneStatus,
  type HandoffRequest,
  type HandoffStart,
  type HandoffState,
  type HandoffStatus,
  type HandoffWallet,
  handoffPaths,
  handoffWalletLimit,
  parseHandoffDigits,
  parseHandoffGrant,
  parseHandoffHop,
  parseHandoffPhoneStatus,
  parseHandoffRequest,
  parseHandoffSecret,
  parseHandoffStart,
  parseHandoffStatus,
  parseHandoffToken,
  readHandoffEnd,
} from './linkApi/handoff.ts'
export {
  type ChallengeResponse,
  cleanWalletName,
  type LinkErrorBody,
  type LinkedWallet,
  type LinkStatus,
  linkLimits,
  parseChallengeResponse,
  parseLinkErrorBody,
  parseLinkedWallet,
  parseLinkedWallets,
} from './linkApi/linkApi.ts'
export {
  parseHistoryQuery,
  parseWalletChange,
  parseWalletHistory,
  type WalletChange,
  type WalletEvent,
  type WalletHistory,
} from './linkApi/linkApiWallets.ts'
export {
  type AccountProof,
  type CacaoProof,
  type ChallengeRequest,
  type Proof,
  type Purpose,
  parseChallengeRequest,
  parseProof,
  purposes,
  type SignatureProof,
} from './linkApi/linkBodies.ts'
export { linkPaths, signInPath } from './linkApi/linkPaths.ts'
export { type LinkRefusalCode, linkRefusalCodes } from './linkApi/linkRefusalCodes.ts'
export {
  formatOriginKeys,
  formatOriginStatement,
  type OriginStatement,
  originKeysPath,
  originLimits,
  originSigningInput,
  originStatementProperty,
  originStatementsPath,
  parseOriginKeys,
  parseOriginStatement,
  parseOriginStatementRequest,
} from './linkApi/originStatement.ts'
export { parsePairingUri } from './pairingUri.ts'
export {
  type AuthenticationRequest,
  defaultRecap,
  formatAuthenticationMessage,
  parseAuthenticationRequest,
  recapOf,
} from './proof/authenticationRequest.ts'
export { type BitcoinAddress, decodeBitcoinAddress, decodeBitcoinSignature } from './proof/bitcoinAddress.ts'
export {
  accountOfCacao,
  type Cacao,
  checkCacao,
  createCacao,
  formatCacaoMessage,
  namespacesOfCacaos,
  parseCacao,
} from './proof/cacao.ts'
export { formatCaip122Message, parseCaip122Message, type SignInNamespace } from './proof/caip122Message.ts'
export { formatRecap, isRecap, isRecapMethod, mergeRecaps, narrowRecap, parseRecap, type Recap } from './proof/recap.ts'
export {
  formatBase58,
  readBitcoinSignature,
  readHexDigits,
  readSolanaSignature,
} from './proof/signatureSpellings.ts'
export { InvalidCacaoError, InvalidSignInMessageError } from './proof/signInErrors.ts'
export { formatSiweMessage, parseSiweMessage, type SignInMessage } from './proof/signInMessage.ts'
export { decodeSolanaAddress, decodeSolanaSignature } from './proof/solanaAddress.ts'
export { formatSolanaChain, formatSolanaSignIn, parseSolanaSignIn } from './proof/solanaSignIn.ts'
export {
  type BrowserConfidence,
  type BrowserLink,
  type BrowserLinks,
  parseBrowserLinks,
  parseBrowserTemplate,
} from './registry/browserLink.ts'
export { type BrowserPage, formatBrowserLink } from './registry/formatBrowserLink.ts'
export {
  formatListing,
  formatListingQuery,
  type Listing,
  type ListingPage,
  type ListingQuery,
  listingLimits,
  parseListing,
  parseListingPage,
  parseListingQuery,
  type StoreLinks,
  type StoreName,
  type WalletLinks,
} from './registry/listing.ts'
export { isListingId } from './registry/listingId.ts'
export { formatFrontLink, formatPairingLink, tidyNativeLink } from './registry/pairingLink.ts'
export {
  formatManifest,
  formatSignedManifest,
  listingDigestInput,
  manifestLimits,
  manifestSigningInput,
  parseSignedManifest,
  type RegistryImageSize,
  type RegistryImageType,
  type RegistryManifest,
  registryPaths,
  type SignedManifest,
} from './registry/registryManifest.ts'
export { parseRelayAddress } from './registry/relayAddress.ts'
export { parseNativeLink, parseWebLink } from './registry/walletLink.ts'
export { internalReasons } from './session/internalReasons.ts'
export {
  accountsOf,
  chainsOf,
  checkGranted,
  checkNamespaces,
  type Namespaces,
  namespacesOfChain,
  type ProposalNamespace,
  type ProposalNamespaces,
  parseNamespaces,
  parseOptionalNamespaces,
  parseProposalNamespaces,
  type SessionNamespace,
} from './session/namespaces.ts'
export { checkProperties, type Properties, parseProperties, type ScopedProperties } from './session/properties.ts'
export { readReason } from './session/readReason.ts'
export { type Reason, unnamedReason } from './session/reason.ts'
export { signInReasons } from './session/signInReasons.ts'
export { isTopic, type Topic } from './topic.ts'
export { reasons }
