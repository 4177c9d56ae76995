import type { LinkerState, WalletEntry } from '@hawser/core'

/** The classic variant's offer beside the code. */
export type Offer =
  /** Nothing but the code. */
  | { readonly kind: 'none' }
  /** One wallet, above the code. */
  | { readonly kind: 'single'; readonly entry: WalletEntry }
  /** A tab of its own. */
  | { readonly kind: 'list' }

/** Wallets that can be reached from this device, in the linker's order. */
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

/** The offer beside the code. A search that leaves one or no wallet does not change it. */
export function offerOf(state: LinkerState): Offer {
  const { explorer, options, platform } = state
  // The system's own picker needs no list.
  if (platform.isAndroid) return { kind: 'list' }
  const isClosedList = options.enableExplorer === false || options.explorerExcludedWalletIds === 'ALL'
  const isWhole = explorer.search === '' && (explorer.status === 'ready' || isClosedList)
  if (!isWhole) return { kind: 'list' }
  const [entry, ...others] = reachableWallets(state)
  if (entry === undefined) return { kind: isClosedList ? 'none' : 'list' }
  return others.length === 0 ? { kind: 'single', entry } : { kind: 'list' }
}
