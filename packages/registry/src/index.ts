export { type Bundle, type BundleContents, createBundle, signBundle } from './bundle.ts'
export type { BundleFile } from './bundleFile.ts'
export { createRegistry, type Registry, type RegistryOptions } from './createRegistry.ts'
export {
  InternalError,
  InvalidBundleError,
  InvalidKeyFileError,
  MethodNotAllowedError,
  NotFoundError,
  PortTakenError,
} from './errors.ts'
export { listenRegistry, type RunningRegistry } from './listenRegistry.ts'
export { type LoadBundleOptions, loadBundle } from './loadBundle.ts'
export { loadListings } from './loadListings.ts'
export type { WalletImage, WalletImageFile } from './walletImage.ts'
export { writeBundle } from './writeBundle.ts'
