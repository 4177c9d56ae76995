/**
 * Which wallets listen on the linker's relay: those of the stores (`network`), none but the host app's own (`own`), or these, by
 * listing id. A listing whose `relays` name the linker's relay is reached in any case.
 */
export type RelayReach = 'network' | 'own' | readonly string[]

/** What of a linker's options says which wallets its relay reaches. */
export type ReachOptions = {
  readonly relayReach?: RelayReach | undefined
  readonly relayUrl: string | readonly string[]
  readonly connector?: unknown
  readonly metadata: { readonly name: string }
}

// Several addresses, joined by commas, are of the same mailboxes: one of these is enough.
const networkRelay = /(^|,)wss:\/\/relay\.walletconnect\.(com|org)([/?:,]|$)/i

/**
 * Which wallets the relay reaches where the host app does not say. Wallets of the stores dial the network's relay alone. A connector
 * of the host app's own brings codes of a client that has a relay of its own choice.
 */
export function resolveReach({ relayReach, relayUrl, connector }: Omit<ReachOptions, 'metadata'>): RelayReach {
  return relayReach ?? (connector !== undefined || networkRelay.test(String(relayUrl)) ? 'network' : 'own')
}

/** The name of a relay that reaches only the wallets it is named in; undefined where the wallets of the stores listen. */
export function findOwnRelay(options: ReachOptions): string | undefined {
  if (resolveReach(options) === 'network') return undefined
  return /\/\/([^/?#,]+)/.exec(String(options.relayUrl))?.[1] ?? options.metadata.name
}
