import type { LinkerState } from '@hawser/core'

/** `npm run gallery` defines this constant; the browser tests have no icons. */
declare const galleryIcons: Readonly<Record<string, string>>

/** Addresses of icons, by wallet name. */
export const icons: Readonly<Record<string, string>> = typeof galleryIcons === 'undefined' ? {} : galleryIcons

/** Adds the available icons to the wallets of a state. */
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
