import { join } from 'node:path'
import type { Listing } from '@hawser/wire'
import { readListingImages } from '../bundle/readImages.ts'
import type { WalletImage } from '../bundle/walletImage.ts'
import { loadListings } from './loadListings.ts'

/**
 * Gives listings the icons of another folder's listings with the same ids (`hawser registry icons`). A listing that has
 * an image keeps it; every other fact stays unchanged.
 * @param folder - a folder of listings, with their images in its folder `images/`
 * @throws InvalidBundleError - the folder cannot be read, or an image in it is damaged
 * @example const { listings, images } = loadIcons(loadListings(), './listings-with-icons')
 */
export function loadIcons(
  listings: readonly Listing[],
  folder: string,
): { readonly listings: readonly Listing[]; readonly images: ReadonlyMap<string, WalletImage> } {
  const iconIds = new Map(loadListings(folder).map(({ id, imageId }) => [id, imageId]))
  const withIcons = listings.map((listing) => ({ ...listing, imageId: listing.imageId ?? iconIds.get(listing.id) }))
  return { listings: withIcons, images: readListingImages(join(folder, 'images'), withIcons) }
}
