import type { Linker, LinkerState, WalletEntry } from '@hawser/core'
import { withOverlay } from './overlay.ts'

/** Parts of the names of the wallets to show, on phones and on desktops. Default: all wallets. */
export type NamedWallets = {
  readonly mobile: readonly string[] | undefined
  readonly desktop: readonly string[] | undefined
}

/** Returns the same linker, which shows only the named wallets. */
export function withNamedWallets<L extends Linker>(linker: L, named: NamedWallets): L {
  return withOverlay(linker, (state) => {
    const names = state.platform.device === 'phone' ? named.mobile : named.desktop
    return names === undefined ? state : keepNamed(state, names)
  }).linker
}

function keepNamed(state: LinkerState, names: readonly string[]): LinkerState {
  const isNamed = ({ listing }: WalletEntry) =>
    names.some((name) => listing.name.toLowerCase().includes(name.toLowerCase()))
  const entries = state.explorer.entries.filter(isNamed)
  return {
    ...state,
    wallets: { ...state.wallets, shown: state.wallets.shown.filter(isNamed) },
    explorer: { ...state.explorer, entries, total: entries.length },
  }
}
