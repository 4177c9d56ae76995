import type { LinkerState, WalletEntry } from '@hawser/core'
import type { ClassicPage } from './classicProps.ts'
import { reachableWallets } from './offer.ts'

/** Wallets on a page (C11). */
export const pageSize = 12
/** Rows up to here, a grid above (C11). */
export const mostRows = 5

export type ShownPage = {
  readonly wallets: readonly WalletEntry[]
  /** Of all pages. */
  readonly count: number
  readonly number: number
  readonly pageCount: number
}

/** The page of the list to show: the requested one if it exists, the first after another search. */
export function shownPage(state: LinkerState, wanted: ClassicPage): ShownPage {
  const all = reachableWallets(state)
  const pageCount = Math.max(1, Math.ceil(all.length / pageSize))
  const number = wanted.search === state.explorer.search ? Math.min(wanted.number, pageCount) : 1
  return { wallets: all.slice((number - 1) * pageSize, number * pageSize), count: all.length, number, pageCount }
}

/** A list short enough to be read at a glance needs no search. */
export function hasSearch(state: LinkerState): boolean {
  const { status, search } = state.explorer
  return search !== '' || status === 'loading' || status === 'idle' || reachableWallets(state).length > mostRows
}
