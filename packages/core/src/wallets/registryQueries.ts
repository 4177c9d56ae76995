import { type ChainId, isListingId, type ListingQuery } from '@hawser/wire'
import type { ModalOptions } from './modalOptions.ts'

/** How many recommended wallets are loaded (C3). */
export const recommendedCount = 9

// A registry takes no longer query; an omitted id is still not shown.
const maxIds = 80

/** The query for recommended wallets, or undefined when the host wants none from the registry. */
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
 * The wallets that a registry should omit: those the host excludes, and `known` ones, which are shown on top. It knows
 * ids, and refuses a query with anything else.
 */
export function excludedIds(
  { explorerExcludedWalletIds: excluded }: ModalOptions,
  known: readonly string[],
): readonly string[] {
  const ids = Array.isArray(excluded) ? excluded.filter(isListingId) : []
  return [...new Set([...ids, ...known])].slice(0, maxIds)
}
