import { asInteger, asObject } from '@hawser/wire/internal'
import type { KeyValue } from '../platform/keyValue.ts'

/** The documented storage key of the registry versions that this browser has seen. */
export const registryVersionsKey = 'hawser.registryVersions'

/** The highest version seen so far of each registry, by signing key. */
export type RegistryVersions = {
  /**
   * Accepts and remembers a version, unless it is a step back. Call it only for manifests that are signed with the key
   * and not expired.
   */
  accept(publicKey: string, version: number): boolean
}

const maxLength = 4096
const maxKeys = 32
// Versions count releases, and no registry makes this many while a manifest is valid. Another script wrote a larger
// number (T-14).
const maxAhead = 1_000_000
const keyPattern = /^[0-9a-f]{64}$/

/**
 * Creates the memory of versions, kept in the page and, for later pages, in storage. Values of other scripts are
 * removed unless they have the expected form and are plausible (T-14).
 */
export function createRegistryVersions(storage: KeyValue): RegistryVersions {
  const seen = new Map<string, number>()

  function read(): Map<string, number> {
    const text = storage.get(registryVersionsKey)
    const stored = text === undefined || text.length > maxLength ? undefined : parseVersions(text)
    if (text !== undefined && stored === undefined) storage.remove(registryVersionsKey)
    return stored ?? new Map()
  }

  return {
    accept(publicKey, version) {
      const stored = read()
      const kept = stored.get(publicKey) ?? 0
      const believed = kept - version > maxAhead ? 0 : kept
      if (version < believed || version < (seen.get(publicKey) ?? 0)) return false
      seen.set(publicKey, version)
      if (kept === version) return true
      // The newest entry goes last, because the oldest are dropped when there are too many.
      stored.delete(publicKey)
      stored.set(publicKey, version)
      storage.set(registryVersionsKey, JSON.stringify(Object.fromEntries([...stored].slice(-maxKeys))))
      return true
    },
  }
}

function parseVersions(text: string): Map<string, number> | undefined {
  try {
    const entries = Object.entries(asObject(JSON.parse(text)) ?? { none: 0 })
    const isOurs = ([key, version]: [string, unknown]) =>
      keyPattern.test(key) && asInteger(version, 1, Number.MAX_SAFE_INTEGER) !== undefined
    return entries.length <= maxKeys && entries.every(isOurs) ? new Map(entries as [string, number][]) : undefined
  } catch {
    return undefined
  }
}
