import type { Bundle } from '../bundle/bundle.ts'
import { OlderBundleError } from '../errors.ts'
import { createRegistry, type Registry, type RegistryOptions } from './createRegistry.ts'

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
      checkSuccession(registry.bundle, bundle)
      registry = createRegistry({ ...rest, bundle, before: registry })
      return registry
    },
  }
}

/** The same version may come again, signed anew for longer, but not with other wallets: clients tell lists apart by it. */
function checkSuccession({ manifest: served }: Bundle, { manifest: next }: Bundle): void {
  const { version } = next
  if (version < served.version) {
    throw new OlderBundleError(
      `The bundle has version ${version}; ${served.version} is served, and clients that saw it take nothing lower.`,
    )
  }
  if (version === served.version && next.digests !== served.digests)
    throw new OlderBundleError(`The bundle has version ${version}, which is served with other wallets. Count it up.`)
}
