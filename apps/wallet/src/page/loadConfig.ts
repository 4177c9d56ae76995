import { asObject, asString, asStrings, field } from '@hawser/wire/internal'

export type WalletConfig = {
  readonly relayUrl: string
  /** If undefined, the addresses of apps are not checked, and all apps are called unverified. */
  readonly originChecks: { readonly knownScams: ReadonlySet<string>; readonly allowsLoopback: boolean } | undefined
}

/** Reads `/config.json`. Undefined if the server cannot be reached or the file is invalid. */
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
