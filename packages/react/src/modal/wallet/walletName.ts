import type { WalletEntry } from '@hawser/core'
import { fillCount } from '../../messages/fillCount.ts'
import type { OfferMessages } from '../../messages/modal/en.ts'

/**
 * The two letters for a wallet without an image, the same as in the registry: "Ra" for Rainbow, "TG" for Token Go.
 */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  // Most names end in "Wallet", which distinguishes nothing.
  const [first, second] = words.filter((word, index) => index === 0 || word.toLowerCase() !== 'wallet')
  if (first === undefined) return '?'
  const [start = '', next = ''] = first
  const [end = next] = second?.toUpperCase() ?? ''
  return start.toUpperCase() + end
}

const shownCharacters = 8

/**
 * The short form of a wallet name in the classic variant (C6): its first 8 characters and "..". The accessible name must have
 * the full name.
 */
export function shortName(name: string): string {
  const characters = [...name]
  return characters.length > shownCharacters ? `${characters.slice(0, shownCharacters).join('')}..` : name
}

/** The label of a wallet next to its name: it is installed in this browser, or was used last. */
export function walletLabel(entry: WalletEntry, messages: OfferMessages): string | undefined {
  if (hasInstalled(entry)) return messages.installed
  return entry.isRecent ? messages.recent : undefined
}

/** A wallet's accessible name: its full name, and everything that its tile abbreviates (C6, T-23). */
export function walletDescription(entry: WalletEntry, messages: OfferMessages): string {
  const { listing, rdns, isRecent } = entry
  return [listing.name, rdns, hasInstalled(entry) && messages.installed, isRecent && messages.recent]
    .filter((part) => typeof part === 'string')
    .join(', ')
}

/** Whether the wallet is installed in the browser. A wallet that the host app passes in needs no installation. */
function hasInstalled({ isInstalled, isGiven }: WalletEntry): boolean {
  return isInstalled && isGiven !== true
}

/** The number of wallets as a text. */
export function walletCount(count: number, messages: OfferMessages): string {
  return fillCount(messages.resultCount, count, messages.language)
}
