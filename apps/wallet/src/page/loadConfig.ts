import { asObject, asString, asStrings, field } from '@hawser/wire/internal'

/** The settings that the wallet's server gives the page. */
export type WalletConfig = {
  readonly relayUrl: string
  /** Undefined: apps are taken at their word, and called unverified. */
  readonly originChecks: { readonly knownScams: ReadonlySet<string>; readonly allowsLoopback: boolean } | undefined
}

/** Reads `/config.json`; undefined when the server cannot be reached or says something else. */
export async function loadConfig(fetch: typeof globalThis.fetch): Promise<WalletConfig | undefined> {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(8000) })
    if (!response.ok) return undefined
    const config = asObject(await response.json()) ?? {}
    const relayUrl = asString(field(config, 'relayUrl'), 512)
    if (relayUrl === undefined || !/^wss?:\/\//.test(relayUrl)) return undefined
    return { relayUrl, originChecks: parseOriginChecks(field(config, 'originChecks')) }
  } catch {
    return undefined
  }
}

function parseOriginChecks(value: unknown): WalletConfig['originChecks'] {
  const checks = asObject(value)
  if (checks === undefined) return undefined
  const knownScams = asStrings(field(checks, 'knownScams'), 100_000, 253) ?? []
  return { knownScams: new Set(knownScams), allowsLoopback: field(checks, 'allowsLoopback') === true }
}
