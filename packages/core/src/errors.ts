import { BaseError } from '@hawser/wire'

/** The wallet settled a session without an account on any chain that was asked for. */
export class AccountNotGrantedError extends BaseError {
  readonly code = 'account_not_granted'
}

/** The registry could not be reached, or answered what is no page of listings. */
export class RegistryUnavailableError extends BaseError {
  readonly code = 'registry_unavailable'
}

/** The pinned key did not sign the answer of the registry, or its signature has expired. */
export class RegistryUntrustedError extends BaseError {
  readonly code = 'registry_untrusted'
}

/** The link API could not be reached, or sent something that is not one of its answers. */
export class LinkUnavailableError extends BaseError {
  readonly code = 'link_unavailable'
}

/** The wallet shares another account than the linked one that is to be unlinked. Nothing was signed. */
export class AccountDiffersError extends BaseError {
  readonly code = 'account_differs'
}

/** The visitor declined in the extension. */
export class ExtensionDeclinedError extends BaseError {
  readonly code = 'extension_declined'
}

/** The extension is still busy with a request nobody has answered. */
export class ExtensionBusyError extends BaseError {
  readonly code = 'extension_busy'
}

/** The extension that was chosen is not in the page any more. */
export class ExtensionMissingError extends BaseError {
  readonly code = 'extension_missing'
}

/** The extension did not answer in time. */
export class ExtensionSilentError extends BaseError {
  readonly code = 'extension_silent'
}

/** The extension failed, or answered with something that is no answer. */
export class ExtensionFailedError extends BaseError {
  readonly code = 'extension_failed'
}

/** The wallet answered a request to sign with something that is no signature. */
export class SignatureMalformedError extends BaseError {
  readonly code = 'signature_malformed'
}

/** The wallet does not offer the method by which the account signs a text. Asking it again is of no use. */
export class WalletCannotSignError extends BaseError {
  readonly code = 'wallet_cannot_sign'
}

/** A read was asked for on a chain without a configured RPC URL. */
export class RpcUrlMissingError extends BaseError {
  readonly code = 'rpc_url_missing'
}

/** The RPC URL of a chain did not give a JSON-RPC answer within the bounds. */
export class RpcUnavailableError extends BaseError {
  readonly code = 'rpc_unavailable'
}

/** A request to the provider does not have the form its method needs. Nothing was asked of anybody. */
export class InvalidParamsError extends BaseError {
  readonly code = 'invalid_params'
}

/** The provider has no such method. */
export class MethodUnsupportedError extends BaseError {
  readonly code = 'method_unsupported'
}

/** A request needs a wallet and none is connected. */
export class WalletNotConnectedError extends BaseError {
  readonly code = 'wallet_not_connected'
}

/** The wallet that was connected is not any more. */
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

/** The wallet has agreed to go to a chain, and is not there. */
export class ChainNotReachedError extends BaseError {
  readonly code = 'chain_not_reached'
}

/** The provider was stopped. */
export class ProviderStoppedError extends BaseError {
  readonly code = 'provider_stopped'
}
