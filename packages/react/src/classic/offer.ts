import type { LinkerState, WalletEntry } from '@hawser/core'

/** The wallets that the classic variant offers in addition to the code. */
export type Offer =
  /** No wallets: only the code. */
  | { readonly kind: 'none' }
  /** One wallet, above the code. */
  | { readonly kind: 'single'; readonly entry: WalletEntry }
  /** Several wallets, in a tab of their own. */
  | { readonly kind: 'list' }

/** The wallets that are reachable from this device, in the linker's order. */
export function reachableWallets(state: LinkerState): readonly WalletEntry[] {
  const { explorer, platform, walletPage, handoff } = state
  const device = platform.device === 'phone' ? 'mobile' : 'desktop'
  return explorer.entries.filter(
    ({ listing, isInstalled }) =>
      isInstalled ||
      (listing[device].native ?? listing[device].universal) !== undefined ||
      (listing.browser !== undefined && (walletPage ?? handoff) !== undefined),
  )
}

/** The offer for a state. A search that leaves one or no wallet does not change the offer. */
export function offerOf(state: LinkerState): Offer {
  const { explorer, options, platform } = state
  // The system's picker needs no list.
  if (platform.isAndroid) return { kind: 'list' }
  const isClosedList = options.enableExplorer === false || options.explorerExcludedWalletIds === 'ALL'
  const isWhole = explorer.search === '' && (explorer.status === 'ready' || isClosedList)
  if (!isWhole) return { kind: 'list' }
  const [entry, ...others] = reachableWallets(state)
  if (entry === undefined) return { kind: isClosedList ? 'none' : 'list' }
  return others.length === 0 ? { kind: 'single', entry } : { kind: 'list' }
}
