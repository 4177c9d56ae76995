import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { parseListing } from '@hawser/wire'
import { readListingImages } from '../bundle/readImages.ts'
import { type WalletImage, walletImageFiles } from '../bundle/walletImage.ts'
import { InvalidBundleError, InvalidRegistryOptionError } from '../errors.ts'
import type { ListingText } from './checkListings.ts'
import { formatListingFile, type ListingFile } from './listingFile.ts'
import type { Fault } from './problem.ts'

/**
 * Reads the listing files of a folder as text, in the order of their names.
 * @throws InvalidBundleError - the folder cannot be read
 */
export function readListingTexts(folder: string): readonly ListingText[] {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
    return files.sort().map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
  } catch (cause) {
    throw new InvalidBundleError(`The listings in ${folder} cannot be read. Name their folder with --listings.`, {
      cause,
    })
  }
}

/**
 * Returns the folder if listings may be written to it.
 * @throws InvalidRegistryOptionError - the folder is in an installed package, where the next installation would remove
 * the listings
 */
export function writableFolder(folder: string): string {
  if (!resolve(folder).split(sep).includes('node_modules')) return folder
  throw new InvalidRegistryOptionError(
    'Name your own folder of listings with --listings: an installed package is not one.',
  )
}

/** Writes a listing as `<id>.json`, whole or not at all. */
export function writeListing(folder: string, listing: ListingFile): void {
  writeFileAtomically(join(folder, `${listing.id}.json`), formatListingFile(listing))
}

/** Writes text to a file, whole or not at all. */
export function writeFileAtomically(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text, { flag: 'wx' })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Writes a wallet's image beside the listings: `images/<imageId>/<size>.<type>`. */
export function writeImage(folder: string, imageId: string, image: WalletImage): void {
  const images = join(folder, 'images', imageId)
  mkdirSync(images, { recursive: true })
  for (const { name } of walletImageFiles) writeFileSync(join(images, name), image[name])
}

/** Removes an image unless a listing still names it. */
export function removeUnusedImage(folder: string, imageId: string): void {
  if (!/^[0-9a-f]{64}$/.test(imageId)) return
  const isNamed = readListingTexts(folder).some(({ text }) => text.includes(imageId))
  if (!isNamed) rmSync(join(folder, 'images', imageId), { recursive: true, force: true })
}

/** Creates a function that explains why an image of a listing cannot be served, or returns undefined. */
export function explainImageIn(folder: string): (imageId: string) => Fault | undefined {
  return (imageId) => {
    try {
      readListingImages(join(folder, 'images'), [parseListing({ id: 'a', name: 'a', image_id: imageId })])
      return undefined
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      return { what: `The image cannot be served: ${reason}`, mend: 'Make it with `hawser registry image add`.' }
    }
  }
}
