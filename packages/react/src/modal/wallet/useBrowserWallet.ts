import type { injectedRdns, WalletEntry } from '@hawser/core'
import { useMemo } from 'react'
import type { FirstViewProps } from '../frame/viewProps.ts'

// Its value is of this type; importing it would make the discovery of wallets part of the views.
const injected: typeof injectedRdns = 'injected'

/**
 * The props of a view in which a wallet that only exists as `window.ethereum`, without its own name, gets one in the
 * language of the texts. The linker's own is English.
 */
export function useBrowserWallet<Props extends FirstViewProps>(props: Props): Props {
  const { wallets, explorer, installed } = props.state
  const name = installed.includes(injected) ? props.messages.browserWallet : undefined
  const named = useMemo(() => {
    if (name === undefined) return undefined
    const shown = nameAll(wallets.shown, name)
    return { wallets: { ...wallets, shown }, explorer: { ...explorer, entries: nameAll(explorer.entries, name) } }
  }, [wallets, explorer, name])
  return named === undefined ? props : { ...props, state: { ...props.state, ...named } }
}

function nameAll(entries: readonly WalletEntry[], name: string): readonly WalletEntry[] {
  return entries.map((entry) => (entry.rdns === injected ? { ...entry, listing: { ...entry.listing, name } } : entry))
}
