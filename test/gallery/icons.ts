import type { LinkerState } from '@hawser/core'

/** Replaced by `npm run gallery`; the browser tests have none. */
declare const galleryIcons: Readonly<Record<string, string>>

/** Addresses of icons, by the name of their wallet. */
export const icons: Readonly<Record<string, string>> = typeof galleryIcons === 'undefined' ? {} : galleryIcons

/** A state whose wallets have their icons, as far as there are any. */
export function withIcons(state: LinkerState): LinkerState {
  const { wallets, explorer, linkedWallets } = state
  return {
    ...state,
    linkedWallets: { ...linkedWallets, images: icons },
    wallets: { ...wallets, shown: wallets.shown.map(withIcon) },
    explorer: { ...explorer, entries: explorer.entries.map(withIcon) },
  }
}

function withIcon<Entry extends { readonly listing: { readonly name: string }; readonly imageUrl: string | undefined }>(
  entry: Entry,
): Entry {
  return { ...entry, imageUrl: icons[entry.listing.name] ?? entry.imageUrl }
}
