import { BaseError } from '@hawser/wire'

/** The wallet settled a session without an account on any requested chain. */
export class AccountNotGrantedError extends BaseError {
  readonly code = 'account_not_granted'
}

/** The registry could not be reached, or did not answer with a page of listings. */
export class RegistryUnavailableError extends BaseError {
  readonly code = 'registry_unavailable'
}

/** The pinned key did not sign the answer of the registry, or its signature has expired. */
export class RegistryUntrustedError extends BaseError {
  readonly code = 'registry_untrusted'
}

/** The link API could not be reached, or sent an unexpected answer. */
export class LinkUnavailableError extends BaseError {
  readonly code = 'link_unavailable'
}

/** The wallet shares an account other than the linked one that is to be unlinked. Nothing was signed. */
export class AccountDiffersError extends BaseError {
  readonly code = 'account_differs'
}

/** The visitor declined in the extension. */
export class ExtensionDeclinedError extends BaseError {
  readonly code = 'extension_declined'
}

/** The extension is still busy with an unanswered request. */
export class ExtensionBusyError extends BaseError {
  readonly code = 'extension_busy'
}

/** The chosen extension is no longer in the page. */
export class ExtensionMissingError extends BaseError {
  readonly code = 'extension_missing'
}

/** The extension did not answer in time. */
export class ExtensionSilentError extends BaseError {
  readonly code = 'extension_silent'
}

/** The extension failed, or sent an invalid answer. */
export class ExtensionFailedError extends BaseError {
  readonly code = 'extension_failed'
}

/** The wallet's answer to a signature request is not a signature. */
export class SignatureMalformedError extends BaseError {
  readonly code = 'signature_malformed'
}

/** The wallet lacks the method that signs a text with this account. Asking again does not help. */
export class WalletCannotSignError extends BaseError {
  readonly code = 'wallet_cannot_sign'
}

/** A read needs a chain that has no configured RPC URL. */
export class RpcUrlMissingError extends BaseError {
  readonly code = 'rpc_url_missing'
}

/** The RPC URL of a chain did not give a JSON-RPC answer within the limits of time and size. */
export class RpcUnavailableError extends BaseError {
  readonly code = 'rpc_unavailable'
}

/** The parameters of a provider request lack the form that the method needs. Nothing was sent. */
export class InvalidParamsError extends BaseError {
  readonly code = 'invalid_params'
}

/** The provider has no such method. */
export class MethodUnsupportedError extends BaseError {
  readonly code = 'method_unsupported'
}

/** A request needs a wallet, but no wallet is connected. */
export class WalletNotConnectedError extends BaseError {
  readonly code = 'wallet_not_connected'
}

/** The connected wallet is gone. */
export class WalletGoneError extends BaseError {
  readonly code = 'wallet_gone'
}

/** The visitor left the linking flow before a wallet was connected. */
export class LinkingClosedError extends BaseError {
  readonly code = 'linking_closed'
}

/** The wallet neither grants nor adds the chain. */
export class ChainUnrecognizedError extends BaseError {
  readonly code = 'chain_unrecognized'
}

/** The wallet agreed to switch to a chain, but did not switch. */
export class ChainNotReachedError extends BaseError {
  readonly code = 'chain_not_reached'
}

/** The provider was stopped. */
export class ProviderStoppedError extends BaseError {
  readonly code = 'provider_stopped'
}
