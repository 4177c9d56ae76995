/**
 * The wallets that listen on the linker's relay: those of the stores (`network`), only the host app's own (`own`), or
 * those with these listing ids. A listing whose `relays` name the linker's relay is always reached.
 */
export type RelayReach = 'network' | 'own' | readonly string[]

/** The options that decide which wallets the relay reaches. */
export type ReachOptions = {
  readonly relayReach?: RelayReach | undefined
  readonly relayUrl: string | readonly string[]
  readonly connector?: unknown
  readonly metadata: { readonly name: string }
}

// Several addresses, joined by commas, lead to the same mailboxes, so one match is enough.
const networkRelay = /(^|,)wss:\/\/relay\.walletconnect\.(com|org)([/?:,]|$)/i

/**
 * Returns the reach of the relay, or its default. Wallets of the stores dial only the network's relay. The host app's
 * own connector shows codes of a client that chose its own relay.
 */
export function resolveReach({ relayReach, relayUrl, connector }: Omit<ReachOptions, 'metadata'>): RelayReach {
  return relayReach ?? (connector !== undefined || networkRelay.test(String(relayUrl)) ? 'network' : 'own')
}
