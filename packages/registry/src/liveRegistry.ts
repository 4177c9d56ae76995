import type { Bundle } from './bundle.ts'
import { createRegistry, type Registry, type RegistryOptions } from './createRegistry.ts'
import { OlderBundleError } from './errors.ts'

/** A registry whose bundle is read again while it serves. */
export type LiveRegistry = Pick<Registry, 'answer'> & {
  current(): Registry
  /**
   * Serves what is read now; every request before and after is answered.
   * @throws OlderBundleError - and what `read` throws; what was served is served on
   */
  reload(): Registry
}

/** @param options - `read` reads the bundle, now and whenever it is told to */
export function createLiveRegistry(
  options: Pick<RegistryOptions, 'publicUrl' | 'onFailure'> & { readonly read: () => Bundle },
): LiveRegistry {
  const { read, ...rest } = options
  let registry = createRegistry({ ...rest, bundle: read() })
  return {
    answer: (question) => registry.answer(question),
    current: () => registry,
    reload() {
      const bundle = read()
      const served = registry.bundle.manifest.version
      const { version } = bundle.manifest
      if (version < served) {
        throw new OlderBundleError(
          `The bundle has version ${version}; ${served} is served, and clients that saw it take nothing lower.`,
        )
      }
      registry = createRegistry({ ...rest, bundle, before: registry })
      return registry
    },
  }
}
