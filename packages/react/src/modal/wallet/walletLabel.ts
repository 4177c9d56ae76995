import type { WalletEntry } from '@hawser/core'
import type { Messages } from '../../messages/modal/en.ts'

/** What is said of a wallet beside its name: that it is in this browser, or was used last. */
export function walletLabel({ isInstalled, isRecent }: WalletEntry, messages: Messages): string | undefined {
  if (isInstalled) return messages.installed
  return isRecent ? messages.recent : undefined
}

/** A wallet's accessible name: its whole name, and everything its tile says in short (C6, T-23). */
export function walletDescription({ listing, rdns, isInstalled, isRecent }: WalletEntry, messages: Messages): string {
  return [listing.name, rdns, isInstalled && messages.installed, isRecent && messages.recent]
    .filter((part) => typeof part === 'string')
    .join(', ')
}
