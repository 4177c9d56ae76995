import { asObject, asString, field } from '@hawser/wire'

/** What the wallet's server tells the page. */
export type WalletConfig = { readonly relayUrl: string }

/** Reads `/config.json`; undefined when the server cannot be reached or says something else. */
export async function loadConfig(fetch: typeof globalThis.fetch): Promise<WalletConfig | undefined> {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(8000) })
    if (!response.ok) return undefined
    const relayUrl = asString(field(asObject(await response.json()) ?? {}, 'relayUrl'), 512)
    return relayUrl !== undefined && /^wss?:\/\//.test(relayUrl) ? { relayUrl } : undefined
  } catch {
    return undefined
  }
}
