import { type Listing, parseRelayAddress, type WalletLinks } from '@hawser/wire'
import { type ReachOptions, resolveReach } from './relayReach.ts'

const noLinks: WalletLinks = { native: undefined, universal: undefined }

/**
 * Creates the function that removes the pairing links of a listing if this relay does not reach its wallet. It returns
 * the same object each time. `isOwn`: the host app names the wallet itself.
 */
export function createReachFilter(
  options: Omit<ReachOptions, 'metadata'>,
  isOwn: (listing: Listing) => boolean,
): (listing: Listing) => Listing {
  const reach = resolveReach(options)
  const addresses = [options.relayUrl].flat().map(parseRelayAddress)
  const unreached = new WeakMap<Listing, Listing>()
  return (listing) => {
    const isReached =
      reach === 'network' ||
      isOwn(listing) ||
      (reach !== 'own' && reach.includes(listing.id)) ||
      listing.relays?.some((address) => addresses.includes(address))
    if (isReached) return listing
    const found = unreached.get(listing) ?? { ...listing, mobile: noLinks, desktop: noLinks }
    unreached.set(listing, found)
    return found
  }
}
