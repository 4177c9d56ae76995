import type { Listing, WalletLinks } from '@hawser/wire'

/**
 * Which wallets listen on the linker's relay: those of the stores (`network`), none but the host app's own (`own`), or these, by
 * listing id.
 */
export type RelayReach = 'network' | 'own' | readonly string[]

const noLinks: WalletLinks = { native: undefined, universal: undefined }

/** A listing without the links that take a pairing, where no pairing of this relay reaches its wallet. The same one each time. */
export function createReachedListing(reach: RelayReach, isOwn: (listing: Listing) => boolean) {
  const unreached = new WeakMap<Listing, Listing>()
  return (listing: Listing): Listing => {
    if (reach === 'network' || isOwn(listing) || (reach !== 'own' && reach.includes(listing.id))) return listing
    const found = unreached.get(listing) ?? { ...listing, mobile: noLinks, desktop: noLinks }
    unreached.set(listing, found)
    return found
  }
}
