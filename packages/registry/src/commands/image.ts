import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isListingId } from '@hawser/wire'
import { ImageRefusedError, InvalidRegistryOptionError } from '../errors.ts'
import { encodeImage, imageLimits } from '../images/encodeImage.ts'
import { explainSource } from '../listings/explainField.ts'
import { type ListingFile, readListingFile } from '../listings/listingFile.ts'
import { removeIdleImage, writableFolder, writeImage, writeListing } from '../listings/listingFolder.ts'
import { bundledListings } from '../listings/loadListings.ts'
import type { Command } from './command.ts'
import { required } from './options.ts'

const help = `hawser-registry image add --wallet ID FILE [--source SOURCE] [--listings DIR]

Gives a wallet an image: decodes FILE (PNG, JPEG, WebP or SVG by its first bytes, at most 2 MiB and
4096 pixels a side) and encodes its pixels anew as squares of 64, 128 and 256 pixels, WebP and PNG,
in images/<imageId>/ beside the listings. Nothing else of the file is kept. The listing then names it.

  --wallet ID       whose image it is: <id>.json must be there
  --source SOURCE   who allows it to be shown: "owner" (the default: you speak for the wallet), or the
                    https address of the page that says so
  --listings DIR    one <id>.json a wallet (default: those that come with this package)
`

export const command: Command = {
  summary: 'give a wallet an image',
  help,
  async run(args, { write }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        wallet: { type: 'string' },
        source: { type: 'string', default: 'owner' },
        listings: { type: 'string', default: bundledListings },
      },
    })
    const [action, file, ...rest] = positionals
    if (action !== 'add' || file === undefined || rest.length > 0) {
      throw new InvalidRegistryOptionError('Write: hawser-registry image add --wallet ID FILE.')
    }
    const fault = explainSource(values.source)
    if (fault !== undefined) throw new InvalidRegistryOptionError(`--source: ${fault.what} ${fault.mend}`)
    const folder = writableFolder(values.listings)
    const listing = readListing(folder, required(values.wallet, '--wallet'))
    const { imageId, image } = await encodeImage(readImage(file))
    writeImage(folder, imageId, image)
    const sources = { ...listing.sources, image_id: values.source }
    writeListing(folder, { ...listing, image_id: imageId, sources })
    if (listing.image_id !== null) removeIdleImage(folder, listing.image_id)
    write(`${listing.name}: images/${imageId}/\n`)
    return 0
  },
}

function readListing(folder: string, id: string): ListingFile {
  if (!isListingId(id)) throw new InvalidRegistryOptionError('--wallet must be the id of a listing.')
  const mend = `Run "hawser-registry check" on ${id}.json first.`
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
    // Before it is read: a file of gigabytes is not an image either.
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
