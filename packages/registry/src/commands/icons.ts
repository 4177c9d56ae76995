import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ImageRefusedError } from '../errors.ts'
import { createImageEncoder, type ImageEncoder } from '../images/encodeImage.ts'
import { type IconPackage, openIconPackage } from '../images/iconPackage.ts'
import { type ListingFile, readListingFile } from '../listings/listingFile.ts'
import { readListingTexts, writableFolder, writeImage, writeListing, writeWhole } from '../listings/listingFolder.ts'
import type { Command } from './command.ts'
import { required } from './options.ts'

const help = `hawser-registry icons --package DIR --listings DIR

Gives every wallet that has no image the icon it has in an installed package, encoded anew as
"image add" does. Nothing of the package is run, and nothing is fetched. Wallets without an icon
there keep the tile with their initials.

  --package DIR     the folder of @rainbow-me/rainbowkit with its LICENSE (MIT). For the folder alone,
                    without what it depends on: npm pack @rainbow-me/rainbowkit@2.2.11
  --listings DIR    your own folder of listings, which is changed: each icon is in images/<imageId>/,
                    and licences/ says where they come from

Names and icons are marks of their owners. The licence of the package covers its files; whether you
may show a mark is between you and its owner. Keep licences/ with what you publish.
`

export const command: Command = {
  summary: 'give wallets the icons of an installed package',
  help,
  async run(args, { write, fail }) {
    const { values } = parseArgs({
      args: [...args],
      options: { package: { type: 'string' }, listings: { type: 'string' } },
    })
    const icons = openIconPackage(required(values.package, '--package'))
    const folder = writableFolder(required(values.listings, '--listings'))
    const listings = readListingTexts(folder).flatMap(({ text }) => readListing(text) ?? [])
    const given: ListingFile[] = []
    const encoder = createImageEncoder()
    try {
      for (const listing of listings) {
        if (listing.image_id !== null) continue
        const bytes = icons.iconOf(listing)
        if (bytes === undefined) fail(`${listing.name}: ${icons.title} has no icon of it.\n`)
        else if (await give(folder, listing, { bytes, source: icons.source, encoder }, fail)) given.push(listing)
      }
    } finally {
      encoder.close()
    }
    if (given.length > 0) writeLicence(folder, icons, given)
    const count = listings.filter(({ image_id }) => image_id !== null).length + given.length
    write(`${count} of ${listings.length} wallets have an icon, ${given.length} of them from ${icons.title}.\n`)
    return 0
  },
}

function readListing(text: string): ListingFile | undefined {
  try {
    return readListingFile(JSON.parse(text)).listing
  } catch {
    // `check` reports its faults.
    return undefined
  }
}

/** Whether the wallet has its icon now. An icon that cannot be drawn does not stop the others. */
async function give(
  folder: string,
  listing: ListingFile,
  icon: { readonly bytes: Uint8Array; readonly source: string; readonly encoder: ImageEncoder },
  fail: (text: string) => void,
): Promise<boolean> {
  try {
    // On a busy machine drawing may once take too long, so it is tried again; a refusal of the contents is cheap to
    // repeat.
    const { imageId, image } = await icon.encoder.encode(icon.bytes).catch(() => icon.encoder.encode(icon.bytes))
    writeImage(folder, imageId, image)
    writeListing(folder, { ...listing, image_id: imageId, sources: { ...listing.sources, image_id: icon.source } })
    return true
  } catch (error) {
    if (!(error instanceof ImageRefusedError)) throw error
    fail(`${listing.name}: ${error.message}\n`)
    return false
  }
}

function writeLicence(folder: string, { title, source, licence }: IconPackage, given: readonly ListingFile[]): void {
  const licences = join(folder, 'licences')
  mkdirSync(licences, { recursive: true })
  const names = given.map(({ id, name }) => `- ${name} (${id})`).join('\n')
  const file = `${title.replace(/[^a-z0-9.]+/gi, '-').replace(/^-/, '')}.txt`
  writeWhole(
    join(licences, file),
    `The icons of the wallets below come from ${title} (${source}).
Their pixels were encoded anew; nothing else of the package was taken. Its licence follows.

Names and icons are marks of their owners, who have neither made nor approved this list. They only say which
wallet is meant. The licence covers the files of the package, not the marks.

${names}

${licence}`,
  )
}
