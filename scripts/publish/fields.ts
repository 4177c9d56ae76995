import type { Manifest } from './packages.ts'

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

/** A manifest with the fields that all packages share, in the order in which a reader looks for them. */
export function sharedFields(manifest: Manifest, shared: Manifest, folder: string): Manifest {
  const { name, description, keywords, type, sideEffects, files, bin, ...rest } = manifest
  const repository = { ...Object(shared.repository), directory: folder }
  const { version, license, author, homepage, bugs, engines } = shared
  const fields = { name, version, description, keywords, license, author, homepage, repository, bugs }
  const publishConfig = { access: 'public', provenance: true }
  const placed = new Set([...Object.keys(fields), 'engines', 'scripts', 'publishConfig'])
  const others = Object.entries(rest).filter(([field]) => !placed.has(field))
  return JSON.parse(
    JSON.stringify({
      ...fields,
      ...{ type, sideEffects, engines, publishConfig },
      scripts: { prepack: 'node --import tsx ../../scripts/publish/prepack.ts' },
      ...{ files, bin },
      ...Object.fromEntries(others),
    }),
  )
}

/**
 * Sets the shared version in a manifest, or in its entry in the lock file: for the packages of ours that it needs, and with
 * `hasVersion` for itself.
 */
export function withVersion<Described extends Readonly<Record<string, unknown>>>(
  manifest: Described,
  names: readonly string[],
  version: string,
  hasVersion: boolean,
): Described {
  const needs = kinds.flatMap((kind) => {
    const given = manifest[kind]
    if (typeof given !== 'object' || given === null) return []
    return [[kind, Object.fromEntries(Object.entries(given).map(([name, range]) => [name, rangeOf(name, range)]))]]
  })
  function rangeOf(name: string, range: unknown): unknown {
    return names.includes(name) ? version : range
  }
  return { ...manifest, ...(hasVersion && { version }), ...Object.fromEntries(needs) }
}
