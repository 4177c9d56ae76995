import type { Listing } from '@hawser/wire'
import { type AnnouncedWallet, listingOf } from './discovery/announcement.ts'
import { rdnsOf } from './discovery/rdns.ts'

/** A wallet announced in this browser. */
export type InstalledWallet = {
  readonly listing: Listing
  readonly icon: string | undefined
  /** A listing vouches for its name. Otherwise name and icon are its own claims (T-23). */
  readonly isListed: boolean
  /** The host app provides it: name and icon are the host app's. */
  readonly isGiven: boolean
}

/** The announced wallets by rdns: those with a listing as that listing, the others by their own description. */
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

/** It is asked by its rdns here. A wallet found by its name has the chain it announces, listed or not. */
function asAnnounced(listing: Listing, { rdns, name, isGiven }: AnnouncedWallet): Listing {
  if (isGiven) return { ...listing, name, rdns, chains: [] }
  const [first, ...others] = rdnsOf(listing)
  if (first === rdns) return listing
  return others.includes(rdns) ? { ...listing, rdns } : { ...listing, rdns, chains: [] }
}

/** Undefined for a name or rdns that no listing may have: a page's script may announce anything. */
function ownListing(wallet: AnnouncedWallet): Listing | undefined {
  try {
    return listingOf(wallet)
  } catch {
    return undefined
  }
}
