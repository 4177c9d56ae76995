export type { Answer, Question, RoutedAnswer } from './answer.ts'
export { type Bundle, type BundleContents, createBundle, signBundle } from './bundle.ts'
export type { BundleFile } from './bundleFile.ts'
export { createRegistry, type Registry, type RegistryOptions } from './createRegistry.ts'
export { createUnsignedBundle } from './createUnsignedBundle.ts'
export {
  InternalError,
  InvalidBundleError,
  InvalidKeyFileError,
  InvalidQueryError,
  MethodNotAllowedError,
  NotFoundError,
  PortTakenError,
  RequestUnreadableError,
  TooManyRequestsError,
} from './errors.ts'
export { type ListenOptions, listenRegistry, type RunningRegistry } from './listenRegistry.ts'
export { type LoadBundleOptions, loadBundle } from './loadBundle.ts'
export { loadListings } from './loadListings.ts'
export type { WalletImage, WalletImageFile } from './walletImage.ts'
export { writeBundle } from './writeBundle.ts'
