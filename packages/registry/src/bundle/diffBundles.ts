import { formatListing, type Listing } from '@hawser/wire'
import { asObject } from '@hawser/wire/internal'
import type { Bundle } from './bundle.ts'

/** The changes from one bundle to another. Values are those of the listings' JSON form; an absent value is null. */
export type BundleDiff = {
  readonly version: Change
  readonly added: readonly WalletName[]
  readonly removed: readonly WalletName[]
  readonly changed: readonly (WalletName & { readonly fields: readonly FieldChange[] })[]
}

type Change = { readonly from: unknown; readonly to: unknown }
type FieldChange = Change & { readonly field: string }
type WalletName = { readonly id: string; readonly name: string }

/** Compares two bundles, with wallets in the order of answers. A change of order alone is not reported. */
export function diffBundles(older: Bundle, newer: Bundle): BundleDiff {
  const before = new Map(older.listings.map((listing) => [listing.id, listing]))
  const after = new Set(newer.listings.map(({ id }) => id))
  const changed = newer.listings.flatMap((listing) => {
    const was = before.get(listing.id)
    const fields = was === undefined ? [] : diffListings(was, listing)
    return fields.length === 0 ? [] : [{ ...nameOf(listing), fields }]
  })
  return {
    version: { from: older.manifest.version, to: newer.manifest.version },
    added: newer.listings.filter(({ id }) => !before.has(id)).map(nameOf),
    removed: older.listings.filter(({ id }) => !after.has(id)).map(nameOf),
    changed,
  }
}

function diffListings(older: Listing, newer: Listing): readonly FieldChange[] {
  const before = fieldsOf(older)
  const after = fieldsOf(newer)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const from = before.get(field) ?? null
    const to = after.get(field) ?? null
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
}

/** The fields of a listing's JSON form. Fields of nested objects have dotted names, such as `mobile.native`. */
function fieldsOf(listing: Listing): ReadonlyMap<string, unknown> {
  const fields = Object.entries(formatListing(listing)).flatMap(([name, value]) => {
    const nested = asObject(value)
    if (nested === undefined) return [[name, value] as const]
    return Object.entries(nested).map(([key, item]) => [`${name}.${key}`, item] as const)
  })
  return new Map(fields)
}

function nameOf({ id, name }: Listing): WalletName {
  return { id, name }
}
