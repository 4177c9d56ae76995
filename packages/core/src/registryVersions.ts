import { asInteger, asObject } from '@hawser/wire'
import type { KeyValue } from './recentWallet.ts'

/** The documented key of the versions of signed registries that were seen here. */
export const registryVersionsKey = 'hawser.registryVersions'

/** The highest version of a registry seen so far, by the key it was signed with. */
export type RegistryVersions = {
  highest(publicKey: string): number
  note(publicKey: string, version: number): void
}

const maxLength = 4096
const maxKeys = 32
const keyPattern = /^[0-9a-f]{64}$/

/**
 * Creates the memory of versions: kept in the page, and in storage for the next one. What another script has written there
 * is removed unless it has our own form (T-14).
 */
export function createRegistryVersions(storage: KeyValue): RegistryVersions {
  const seen = new Map<string, number>()

  function read(): ReadonlyMap<string, number> {
    const text = storage.get(registryVersionsKey)
    const stored = text === undefined || text.length > maxLength ? undefined : parseVersions(text)
    if (text !== undefined && stored === undefined) storage.remove(registryVersionsKey)
    for (const [key, version] of stored ?? []) seen.set(key, Math.max(version, seen.get(key) ?? 0))
    return seen
  }

  return {
    highest: (publicKey) => read().get(publicKey) ?? 0,
    note(publicKey, version) {
      if ((read().get(publicKey) ?? 0) >= version) return
      // The newest last, and the oldest gone where there are too many.
      seen.delete(publicKey)
      seen.set(publicKey, version)
      storage.set(registryVersionsKey, JSON.stringify(Object.fromEntries([...seen].slice(-maxKeys))))
    },
  }
}

function parseVersions(text: string): ReadonlyMap<string, number> | undefined {
  try {
    const entries = Object.entries(asObject(JSON.parse(text)) ?? { none: 0 })
    const isOurs = ([key, version]: [string, unknown]) =>
      keyPattern.test(key) && asInteger(version, 1, Number.MAX_SAFE_INTEGER) !== undefined
    return entries.length <= maxKeys && entries.every(isOurs) ? new Map(entries as [string, number][]) : undefined
  } catch {
    return undefined
  }
}
