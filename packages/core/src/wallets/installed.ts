import type { Listing } from '@hawser/wire'
import { type AnnouncedWallet, listingOf } from './discovery/announcement.ts'
import { rdnsOf } from './discovery/rdns.ts'

/** A wallet announced in this browser. */
export type InstalledWallet = {
  readonly listing: Listing
  readonly icon: string | undefined
  /** Whether a listing vouches for the wallet's name. Otherwise name and icon are the wallet's own claims (T-23). */
  readonly isListed: boolean
  /** Whether the host app provides the wallet, with its name and icon. */
  readonly isGiven: boolean
}

/** Returns the announced wallets by rdns: each as its listing if it has one, otherwise by its own description. */
export function findInstalled(
  announced: readonly AnnouncedWallet[],
  listedAs: (wallet: AnnouncedWallet) => Listing | undefined,
): ReadonlyMap<string, InstalledWallet> {
  const installed = new Map<string, InstalledWallet>()
  for (const wallet of announced) {
    const listed = listedAs(wallet)
    const listing = listed === undefined ? ownListing(wallet) : asAnnounced(listed, wallet)
    if (listing === undefined) continue
    installed.set(wallet.rdns, {
      listing,
      icon: wallet.icon,
      isListed: listed !== undefined,
      isGiven: wallet.isGiven === true,
    })
  }
  return installed
}

/** Returns the listing with its announced rdns. A wallet found by name has the chains that it announces, listed or not. */
function asAnnounced(listing: Listing, { rdns, name, isGiven }: AnnouncedWallet): Listing {
  if (isGiven) return { ...listing, name, rdns, chains: [] }
  const [first, ...others] = rdnsOf(listing)
  if (first === rdns) return listing
  return others.includes(rdns) ? { ...listing, rdns } : { ...listing, rdns, chains: [] }
}

/** Undefined for a name or rdns that no listing may have: a page's script can announce anything. */
function ownListing(wallet: AnnouncedWallet): Listing | undefined {
  try {
    return listingOf(wallet)
  } catch {
    return undefined
  }
}
