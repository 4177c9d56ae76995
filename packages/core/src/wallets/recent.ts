import { isListingId } from '@hawser/wire'
import { asInteger, asObject, field } from '@hawser/wire/internal'
import type { KeyValue } from '../platform/keyValue.ts'

/**
 * The wallet that the visitor connected last. `at` is epoch milliseconds. Name and links are looked up, never stored
 * (T-14).
 */
export type RecentWallet = { readonly id: string; readonly at: number }

/** The documented storage key of the recent wallet (D3). */
export const recentWalletKey = 'hawser.recentWallet'

const maxLength = 256

/** Reads the recent wallet. Values of any other form are removed, because other scripts write to this storage too. */
export function readRecentWallet(storage: KeyValue): RecentWallet | undefined {
  const text = storage.get(recentWalletKey)
  if (text === undefined) return undefined
  const recent = text.length > maxLength ? undefined : parseRecentWallet(text)
  if (recent === undefined) storage.remove(recentWalletKey)
  return recent
}

/** Stores a wallet as the recent one. */
export function writeRecentWallet(storage: KeyValue, recent: RecentWallet): void {
  storage.set(recentWalletKey, JSON.stringify({ id: recent.id, at: recent.at }))
}

function parseRecentWallet(text: string): RecentWallet | undefined {
  try {
    const value = asObject(JSON.parse(text))
    if (value === undefined || Object.keys(value).length !== 2) return undefined
    const id = field(value, 'id')
    const at = asInteger(field(value, 'at'), 0, Number.MAX_SAFE_INTEGER)
    return isListingId(id) && at !== undefined ? { id, at } : undefined
  } catch {
    return undefined
  }
}
