import type { LinkerState, WalletEntry } from '@hawser/core'
import type { ClassicPage } from './classicProps.ts'
import { reachableWallets } from './offer.ts'

/** Wallets per page (C11). */
export const pageSize = 12
/** Up to this number of wallets, the list shows rows; above, a grid (C11). */
export const mostRows = 5

export type ShownPage = {
  readonly wallets: readonly WalletEntry[]
  /** The number of wallets on all pages. */
  readonly count: number
  readonly number: number
  readonly pageCount: number
}

/** The page of the list to show: the requested page if it exists, or the first page after another search. */
export function shownPage(state: LinkerState, wanted: ClassicPage): ShownPage {
  const all = reachableWallets(state)
  const pageCount = Math.max(1, Math.ceil(all.length / pageSize))
  const number = wanted.search === state.explorer.search ? Math.min(wanted.number, pageCount) : 1
  return { wallets: all.slice((number - 1) * pageSize, number * pageSize), count: all.length, number, pageCount }
}

/** Whether the list has a search box. A list short enough to be read at a glance needs none. */
export function hasSearch(state: LinkerState): boolean {
  const { status, search } = state.explorer
  return search !== '' || status === 'loading' || status === 'idle' || reachableWallets(state).length > mostRows
}
