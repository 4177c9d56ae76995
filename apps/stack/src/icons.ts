import { existsSync } from 'node:fs'
import { loadIcons, loadListings } from '@hawser/registry'

/**
 * The listings, with the icons that `npm run icons` has put into a folder. Without the folder, or with one that cannot be read,
 * there are none: the modal draws initials, and a line says how to get icons.
 */
export function loadListingsWithIcons(
  folder: string | undefined,
  log: (line: string) => void,
): ReturnType<typeof loadIcons> {
  const listings = loadListings()
  const none = { listings, images: new Map() }
  if (folder === undefined) return none
  if (!existsSync(folder)) {
    log('Wallets are shown by their initials. npm run icons gets their icons, once.')
    return none
  }
  try {
    const found = loadIcons(listings, folder)
    log(
      `${found.listings.filter(({ imageId }) => imageId !== undefined).length} of ${listings.length} wallets have an icon.`,
    )
    return found
  } catch {
    log(`The icons in ${folder} cannot be used: wallets are shown by their initials. npm run icons makes them anew.`)
    return none
  }
}
