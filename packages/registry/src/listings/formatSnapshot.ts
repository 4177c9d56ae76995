import type { Listing } from '@hawser/wire'
import { featuredIds } from '../bundle/listingOrder.ts'

/** Formats the source text of core's built-in list: the featured listings of the bundle. */
export function formatSnapshot(listings: readonly Listing[]): string {
  const featured = listings.filter(({ id }) => featuredIds.includes(id))
  return `import type { Listing } from '@hawser/wire'

/**
 * Wallets the modal knows before, or without, a registry. Written by packages/registry/src/writeSnapshot.ts from the
 * registry's listings; edit those instead.
 */
export const listingsSnapshot: readonly Listing[] = [
${featured.map((listing) => `  ${formatValue(listing)},\n`).join('')}]
`
}

/**
 * Formats the source text of the handoff page's wallets: all wallets with a link that opens a page in their own
 * browser.
 */
export function formatBrowserSnapshot(listings: readonly Listing[]): string {
  const linked = listings.flatMap(({ id, name, app: { ios, android }, browser }) => {
    // The handoff page runs on a phone, where the other stores are not needed.
    const app = { ...(ios && { ios }), ...(android && { android }) }
    return browser === undefined ? [] : [{ id, name, app, browser }]
  })
  return `import type { HandoffWallet } from '@hawser/wire'

/**
 * Wallets whose own browser opens a page by a link. Written by packages/registry/src/writeSnapshot.ts from the registry's listings;
 * edit those instead.
 */
export const browserListings: readonly HandoffWallet[] = [
${linked.map((listing) => `  ${formatValue(listing)},\n`).join('')}]
`
}

function formatValue(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map(formatValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, item]) => `${name}: ${formatValue(item)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
