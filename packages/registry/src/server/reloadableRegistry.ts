import type { Bundle } from '../bundle/bundle.ts'
import { OlderBundleError } from '../errors.ts'
import { createRegistry, type Registry, type RegistryOptions } from './createRegistry.ts'

/** A registry whose bundle is read again while it serves. */
export type ReloadableRegistry = Pick<Registry, 'respond'> & {
  current(): Registry
  /**
   * Reads and serves a new bundle. Every request before and after is answered.
   * @throws OlderBundleError - and the errors of `read`; the previous bundle is then still served
   */
  reload(): Registry
}

/** @param options - `read` reads the bundle, now and on each reload */
export function createReloadableRegistry(
  options: Pick<RegistryOptions, 'publicUrl' | 'onFailure'> & { readonly read: () => Bundle },
): ReloadableRegistry {
  const { read, ...rest } = options
  let registry = createRegistry({ ...rest, bundle: read() })
  return {
    respond: (request) => registry.respond(request),
    current: () => registry,
    reload() {
      const bundle = read()
      checkSuccession(registry.bundle, bundle)
      registry = createRegistry({ ...rest, bundle, before: registry })
      return registry
    },
  }
}

/**
 * Refuses a lower version, and the same version with other wallets: clients tell lists apart by version. The same
 * version may come again, signed for longer.
 */
function checkSuccession({ manifest: served }: Bundle, { manifest: next }: Bundle): void {
  const { version } = next
  if (version < served.version) {
    throw new OlderBundleError(
      `The bundle has version ${version}; ${served.version} is being served, and clients that saw it accept nothing lower.`,
    )
  }
  if (version === served.version && next.digests !== served.digests)
    throw new OlderBundleError(
      `The bundle has version ${version}, which is being served with other wallets. Increase its version.`,
    )
}
