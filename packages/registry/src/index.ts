export { loadListings } from './bundle.ts'
export { createRegistry, type Registry, type RegistryOptions } from './createRegistry.ts'
export { InternalError, InvalidBundleError, MethodNotAllowedError, NotFoundError, PortTakenError } from './errors.ts'
export { listenRegistry, type RunningRegistry } from './listenRegistry.ts'
