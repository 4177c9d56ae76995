import type { CodesOf } from '@hawser/wire'
import type * as errors from './errors.ts'

export { NotFoundError, PortTakenError, TooManyRequestsError } from '@hawser/wire'
export { type Bundle, type BundleContents, createBundle, signBundle } from './bundle/bundle.ts'
export type { BundleFile } from './bundle/bundleFile.ts'
export { createUnsignedBundle } from './bundle/createUnsignedBundle.ts'
export { type LoadBundleOptions, loadBundle } from './bundle/loadBundle.ts'
export type { WalletImage, WalletImageFile } from './bundle/walletImage.ts'
export { writeBundle } from './bundle/writeBundle.ts'
export {
  InternalError,
  InvalidBundleError,
  InvalidKeyFileError,
  InvalidQueryError,
  MethodNotAllowedError,
  RequestUnreadableError,
} from './errors.ts'
export { loadIcons } from './listings/loadIcons.ts'
export { loadListings } from './listings/loadListings.ts'
export { lookAlikeKey, mixedScripts } from './listings/lookAlike.ts'
export type { RegistryRequest, RegistryResponse, RoutedResponse } from './server/answers/answer.ts'
export { createRegistry, type Registry, type RegistryOptions } from './server/createRegistry.ts'
export { type ListenOptions, listenRegistry, type RunningRegistry } from './server/listenRegistry.ts'

/** The codes of the errors that this package throws or answers with. */
export type RegistryErrorCode = CodesOf<typeof errors> | 'not_found' | 'port_taken' | 'too_many_requests'
