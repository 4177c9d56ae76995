import { type ChainId, isListingId, type ListingQuery } from '@hawser/wire'
import type { ModalOptions } from './modalOptions.ts'

/** How many recommended wallets are loaded (C3). */
export const recommendedCount = 9

// A registry accepts no longer query. An id beyond the limit is still not shown.
const maxIds = 80

/** Returns the query for recommended wallets. Undefined when the host app wants none from the registry. */
export function recommendedQuery(modal: ModalOptions, chains: readonly ChainId[]): ListingQuery | undefined {
  const { explorerRecommendedWalletIds: wanted, explorerExcludedWalletIds: excluded } = modal
  if (wanted === 'NONE' || wanted?.length === 0 || (excluded === 'ALL' && wanted === undefined)) return undefined
  const includeIds = wanted?.slice(0, maxIds) ?? []
  return {
    page: 1,
    entries: wanted === undefined ? recommendedCount : includeIds.length,
    search: '',
    chains,
    includeIds,
    excludeIds: excludedIds(modal, []),
  }
}

/**
 * Returns the ids that a registry should omit: those that the host app excludes, and `known` ones, which are shown on
 * top. A registry knows only ids, and refuses a query with anything else.
 */
export function excludedIds(
  { explorerExcludedWalletIds: excluded }: ModalOptions,
  known: readonly string[],
): readonly string[] {
  const ids = Array.isArray(excluded) ? excluded.filter(isListingId) : []
  return [...new Set([...ids, ...known])].slice(0, maxIds)
}
