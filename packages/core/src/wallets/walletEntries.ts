import type { Listing } from '@hawser/wire'
import type { RegistryImages } from '../registry/images.ts'
import type { KnownWallets } from './knownWallets.ts'
import type { ModalOptions } from './modalOptions.ts'
import { createReachFilter } from './reach/reachFilter.ts'
import type { ReachOptions } from './reach/relayReach.ts'
import type { WalletEntry } from './state.ts'

/** The images of a list, and its other data apart from the listings. */
export type ListImages = {
  readonly images: RegistryImages
  /** Undefined for a wallet without an image. */
  readonly urlOf: (listing: Listing) => string | undefined
  /** Returns the short name in the classic variant's list, if there is one. */
  readonly shortNameOf?: (listing: Listing) => string | undefined
}

/** Wallets as they are shown, with their images. */
export type WalletEntries = {
  /** Returns the same entry for the same wallet, so that another page does not redraw the earlier ones. */
  entryOf(listing: Listing): WalletEntry
  /** Undefined for a wallet without an image, and for a wallet whose image the host app gives. */
  imageIdOf(listing: Listing): string | undefined
  /** Takes the images of a list once the list has answered. */
  setImages(images: ListImages): void
  hasImages(): boolean
  wantImages(listings: readonly Listing[]): void
  stop(): void
}

/** Creates the entries of wallets. */
export function createWalletEntries(
  { walletImages = {}, mobileWallets = [], desktopWallets = [] }: ModalOptions,
  known: KnownWallets,
  reach: Omit<ReachOptions, 'metadata'>,
): WalletEntries {
  const ownIds = new Set([...mobileWallets, ...desktopWallets].map(({ id }) => id))
  const reached = createReachFilter(reach, ({ id }) => ownIds.has(id))
  const cached = new WeakMap<Listing, WalletEntry>()
  let list: ListImages | undefined

  function hasOwnImage({ id }: Listing): boolean {
    return Object.hasOwn(walletImages, id)
  }

  function imageUrlOf(listing: Listing): string | undefined {
    if (hasOwnImage(listing)) return walletImages[listing.id]
    const url = list?.urlOf(listing)
    return url && list?.images.shownUrl(url)
  }

  return {
    entryOf(listing) {
      const { icon, ...marks } = known.marksOf(listing)
      const shortName = list?.shortNameOf?.(listing)
      const imageUrl = (marks.isGiven ? icon : undefined) ?? imageUrlOf(listing) ?? icon
      const entry: WalletEntry = {
        imageUrl,
        ...marks,
        listing: reached(marks.listing),
        ...(shortName !== undefined && { shortName }),
      }
      const before = cached.get(listing)
      if (before !== undefined && isSame(before, entry)) return before
      cached.set(listing, entry)
      return entry
    },
    imageIdOf: (listing) => (hasOwnImage(listing) ? undefined : listing.imageId),
    setImages(images) {
      list = images
    },
    hasImages: () => list !== undefined,
    wantImages(listings) {
      list?.images.want(listings.flatMap((listing) => (hasOwnImage(listing) ? [] : (list?.urlOf(listing) ?? []))))
    },
    stop: () => list?.images.stop(),
  }
}

function isSame(a: WalletEntry, b: WalletEntry): boolean {
  return (
    a.listing === b.listing &&
    a.imageUrl === b.imageUrl &&
    a.isRecent === b.isRecent &&
    a.isInstalled === b.isInstalled &&
    a.isGiven === b.isGiven &&
    a.rdns === b.rdns
  )
}
