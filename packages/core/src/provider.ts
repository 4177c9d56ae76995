export {
  AccountNotGrantedError,
  ChainNotReachedError,
  ChainUnrecognizedError,
  ExtensionFailedError,
  ExtensionMissingError,
  ExtensionSilentError,
  InvalidParamsError,
  LinkingClosedError,
  MethodUnsupportedError,
  ProviderStoppedError,
  RpcUnavailableError,
  RpcUrlMissingError,
  WalletGoneError,
  WalletNotConnectedError,
} from './errors.ts'
export { ClientUnavailableError } from './platform/errors.ts'
export { ProviderRpcError, rpcCodes } from './platform/providerRpcError.ts'
export {
  createProvider,
  type Eip1193Provider,
  type ProviderOptions,
  type WalletOrigin,
} from './provider/createProvider.ts'
export type { ExtensionProvider } from './provider/extensionWallet.ts'
export type { JsonRpcCallback } from './provider/legacyMethods.ts'
export type { ExtensionMemory } from './provider/pageExtensions.ts'
export type { ProviderEvents } from './provider/providerEvents.ts'
export type { ProviderRequest } from './provider/providerRequest.ts'
export type { JsonRpcPayload, JsonRpcResponse } from './provider/respondTo.ts'
