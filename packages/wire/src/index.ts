import * as reasons from './reasons.ts'

export { type AuthenticationChallenge, parseAuthenticationChallenge } from './authenticationChallenge.ts'
export {
  type AuthenticationRequest,
  defaultRecap,
  formatAuthenticationMessage,
  parseAuthenticationRequest,
  recapOf,
} from './authenticationRequest.ts'
export { type BitcoinAddress, decodeBitcoinAddress, decodeBitcoinSignature } from './bitcoinAddress.ts'
export {
  accountOfCacao,
  type Cacao,
  checkCacao,
  createCacao,
  formatCacaoMessage,
  namespacesOfCacaos,
  parseCacao,
} from './cacao.ts'
export {
  type AccountId,
  type ChainId,
  isAccountId,
  isChainId,
  isNamespace,
  namespaceOf,
  ownerKeyOf,
} from './caip.ts'
export { formatCaip122Message, parseCaip122Message, type SignInNamespace } from './caip122Message.ts'
export { type AddressKey, addressOf, parseAddress, unknownAddress } from './clientAddress.ts'
export {
  type ClientAuth,
  clientAuthInput,
  formatClientAuth,
  formatClientId,
  joinClientAuth,
  type ParsedClientAuth,
  parseClientAuth,
  parseClientId,
} from './clientAuth.ts'
export {
  BaseError,
  InvalidClientAuthError,
  InvalidIrnFrameError,
  InvalidLinkBodyError,
  InvalidListingError,
  InvalidManifestError,
  InvalidNamespacesError,
  InvalidOriginStatementError,
  InvalidPairingUriError,
} from './errors.ts'
export { internalReasons } from './internalReasons.ts'
export {
  formatDelivery,
  formatIrnError,
  formatIrnRequest,
  formatIrnResult,
  type IrnDelivery,
  parseRelayFrame,
  type RelayFrame,
} from './irn.ts'
export {
  type AuthenticationChallengeRequest,
  type CacaoProof,
  type ChallengeRequest,
  type ChallengeResponse,
  cleanWalletName,
  type LinkErrorBody,
  type LinkedWallet,
  type LinkStatus,
  linkLimits,
  linkPaths,
  type Proof,
  parseChallengeRequest,
  parseChallengeResponse,
  parseLinkErrorBody,
  parseLinkedWallet,
  parseLinkedWallets,
  parseProof,
  type ReleaseChallengeRequest,
  type SignInChallengeRequest,
  signInPath,
  type UnlinkChallengeRequest,
} from './linkApi.ts'
export {
  parseHistoryQuery,
  parseWalletChange,
  parseWalletHistory,
  type WalletChange,
  type WalletEvent,
  type WalletHistory,
} from './linkApiWallets.ts'
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
} from './listing.ts'
export { isListingId } from './listingId.ts'
export {
  accountsOf,
  chainsOf,
  checkGranted,
  type Namespaces,
  namespacesOfChain,
  type ProposalNamespace,
  type ProposalNamespaces,
  parseNamespaces,
  parseProposalNamespaces,
  type SessionNamespace,
} from './namespaces.ts'
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
} from './originStatement.ts'
export { formatPairingUri, isTopic, type PairingUri, parsePairingUri, type Topic } from './pairingUri.ts'
export { InvalidAccountIdError, InvalidChainIdError, parseAccountId, parseChainId } from './parseCaip.ts'
export {
  type ClientFrame,
  compositeTags,
  type IrnPublish,
  type IrnReceipt,
  type IrnRequest,
  parseClientFrame,
} from './parseClientFrame.ts'
export { irnLimits } from './parseFrame.ts'
export { checkProperties, type Properties, parseProperties, type ScopedProperties } from './properties.ts'
export { asInteger, asObject, asString, asStrings, field } from './read.ts'
export type { Reason } from './reason.ts'
export { formatRecap, isRecap, isRecapMethod, mergeRecaps, narrowRecap, parseRecap, type Recap } from './recap.ts'
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
} from './registryManifest.ts'
export { InvalidCacaoError, InvalidSignInMessageError } from './signInErrors.ts'
export { formatSiweMessage, parseSiweMessage, type SignInMessage } from './signInMessage.ts'
export { signInReasons } from './signInReasons.ts'
export { decodeSolanaAddress, decodeSolanaSignature } from './solanaAddress.ts'
export { parseNativeLink, parseWebLink } from './walletLink.ts'
export { reasons }
