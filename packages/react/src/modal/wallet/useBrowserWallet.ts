import type { injectedRdns, injectedSolanaRdns, WalletEntry } from '@hawser/core'
import { useMemo } from 'react'
import type { FirstViewProps } from '../frame/viewProps.ts'

// Typed by core's values but not imported: importing them would add the discovery of wallets to the views.
const ethereum: typeof injectedRdns = 'injected'
const solana: typeof injectedSolanaRdns = 'window-browser-wallet'
const names: readonly unknown[] = [ethereum, solana]

/**
 * Names a wallet that exists only as `window.ethereum` or `window.solana`, without its own name, in the language of the texts.
 * The linker's name for such a wallet is English. Returns the changed props.
 */
export function useBrowserWallet<Props extends FirstViewProps>(props: Props): Props {
  const { wallets, explorer, installed } = props.state
  const name = installed.some((rdns) => names.includes(rdns)) ? props.messages.browserWallet : undefined
  const named = useMemo(() => {
    if (name === undefined) return undefined
    const shown = nameAll(wallets.shown, name)
    return { wallets: { ...wallets, shown }, explorer: { ...explorer, entries: nameAll(explorer.entries, name) } }
  }, [wallets, explorer, name])
  return named === undefined ? props : { ...props, state: { ...props.state, ...named } }
}

function nameAll(entries: readonly WalletEntry[], name: string): readonly WalletEntry[] {
  return entries.map((entry) =>
    names.includes(entry.listing.rdns) ? { ...entry, listing: { ...entry.listing, name } } : entry,
  )
}
