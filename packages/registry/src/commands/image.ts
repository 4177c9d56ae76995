import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createCommand, InvalidCommandError, required, text } from '@hawser/command'
import { isListingId } from '@hawser/wire'
import { ImageRefusedError, InvalidRegistryOptionError } from '../errors.ts'
import { encodeImage, imageLimits } from '../images/encodeImage.ts'
import { explainSource } from '../listings/explainField.ts'
import { type ListingFile, readListingFile } from '../listings/listingFile.ts'
import { removeUnusedImage, writableFolder, writeImage, writeListing } from '../listings/listingFolder.ts'
import { bundledListings } from '../listings/loadListings.ts'
import { listingsFolder } from './listingsFolder.ts'

export const command = createCommand({
  summary: 'give a wallet an image',
  about: `Gives a wallet an image: decodes FILE (PNG, JPEG, WebP or SVG by its first bytes, at most 2 MiB and
4096 pixels a side) and encodes its pixels anew as squares of 64, 128 and 256 pixels, WebP and PNG,
in images/<imageId>/ beside the listings. Nothing else of the file is kept. The listing then names it.`,
  words: { usage: 'add FILE', count: [2, 2] },
  settings: {
    wallet: required(text('wallet', { placeholder: 'ID', meaning: 'whose image it is: <id>.json must be there' })),
    source: text('source', {
      default: 'owner',
      meaning:
        'who allows it to be shown: "owner" (you speak for the wallet), or the https address of the page that says so',
    }),
    listings: listingsFolder,
  },
  load:
    async () =>
    async (values, { write }, [action, file = '']) => {
      if (action !== 'add') throw new InvalidCommandError('Write: hawser registry image add --wallet ID FILE.')
      const fault = explainSource(values.source)
      if (fault !== undefined) throw new InvalidCommandError(`--source: ${fault.what} ${fault.mend}`)
      const folder = writableFolder(values.listings ?? bundledListings)
      const listing = readListing(folder, values.wallet)
      const { imageId, image } = await encodeImage(readImage(file))
      writeImage(folder, imageId, image)
      const sources = { ...listing.sources, image_id: values.source }
      writeListing(folder, { ...listing, image_id: imageId, sources })
      if (listing.image_id !== null) removeUnusedImage(folder, listing.image_id)
      write(`${listing.name}: images/${imageId}/\n`)
      return 0
    },
})

function readListing(folder: string, id: string): ListingFile {
  if (!isListingId(id)) throw new InvalidCommandError('--wallet must be the id of a listing.')
  const mend = `Run "hawser registry check" on ${id}.json first.`
  let value: unknown
  try {
    value = JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'))
  } catch (cause) {
    throw new InvalidRegistryOptionError(`${id}.json cannot be read. ${mend}`, { cause })
  }
  const { listing } = readListingFile(value)
  if (listing?.id !== id) throw new InvalidRegistryOptionError(`${id}.json is not valid. ${mend}`)
  return listing
}

function readImage(file: string): Uint8Array {
  try {
    // The size is checked before the file is read, so that a file of gigabytes is never loaded.
    const { size } = statSync(file)
    if (size > imageLimits.bytes) {
      throw new ImageRefusedError(`The image has ${size} bytes; at most ${imageLimits.bytes} are allowed.`)
    }
    return readFileSync(file)
  } catch (cause) {
    if (cause instanceof ImageRefusedError) throw cause
    throw new ImageRefusedError(`${file} cannot be read.`, { cause })
  }
}
