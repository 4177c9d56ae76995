import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCommand, createProgress, required, text } from '@hawser/command'
import { ImageRefusedError } from '../errors.ts'
import { createImageEncoder, type ImageEncoder } from '../images/encodeImage.ts'
import { type IconPackage, openIconPackage } from '../images/iconPackage.ts'
import { type ListingFile, readListingFile } from '../listings/listingFile.ts'
import {
  readListingTexts,
  writableFolder,
  writeFileAtomically,
  writeImage,
  writeListing,
} from '../listings/listingFolder.ts'

export const command = createCommand({
  summary: 'give wallets the icons of an installed package',
  about: `Gives every wallet that has no image the icon it has in an installed package, encoded anew as
"image add" does. Nothing of the package is run, and nothing is fetched. Wallets without an icon
there keep the tile with their initials.

Names and icons are marks of their owners. The licence of the package covers its files; whether you
may show a mark is between you and its owner. Keep licences/ with what you publish.`,
  settings: {
    package: required(
      text('package', {
        placeholder: 'DIR',
        meaning:
          'the folder of @rainbow-me/rainbowkit with its LICENSE (MIT). For the folder alone, without what it depends on: npm pack @rainbow-me/rainbowkit@2.2.11',
      }),
    ),
    listings: required(
      text('listings', {
        placeholder: 'DIR',
        meaning:
          'your own folder of listings, which is changed: each icon is in images/<imageId>/, and licences/ says where they come from',
      }),
    ),
  },
  load: async () => async (values, world) => {
    const icons = openIconPackage(values.package)
    const folder = writableFolder(values.listings)
    const listings = readListingTexts(folder).flatMap(({ text }) => readListing(text) ?? [])
    const given: ListingFile[] = []
    const encoder = createImageEncoder()
    const progress = createProgress(world, 'wallets looked at')
    const fail = (text: string) => {
      progress.end()
      world.fail(text)
    }
    try {
      for (const [index, listing] of listings.entries()) {
        progress.report(index, listings.length)
        if (listing.image_id !== null) continue
        const bytes = icons.iconOf(listing)
        if (bytes === undefined) fail(`${listing.name}: ${icons.title} has no icon of it.\n`)
        else if (await give(folder, listing, { bytes, source: icons.source, encoder }, fail)) given.push(listing)
      }
    } finally {
      progress.end()
      encoder.close()
    }
    if (given.length > 0) writeLicence(folder, icons, given)
    const count = listings.filter(({ image_id }) => image_id !== null).length + given.length
    world.write(`${count} of ${listings.length} wallets have an icon, ${given.length} of them from ${icons.title}.\n`)
    return 0
  },
})

function readListing(text: string): ListingFile | undefined {
  try {
    return readListingFile(JSON.parse(text)).listing
  } catch {
    // `hawser registry check` reports the faults of such a file.
    return undefined
  }
}

/** Gives a wallet its icon and reports success. An icon that cannot be drawn does not stop the others. */
async function give(
  folder: string,
  listing: ListingFile,
  icon: { readonly bytes: Uint8Array; readonly source: string; readonly encoder: ImageEncoder },
  fail: (text: string) => void,
): Promise<boolean> {
  try {
    // On a busy machine, drawing can take too long once, so a failed attempt is repeated. Repeating a refusal of the
    // contents is cheap.
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
  writeFileAtomically(
    join(licences, file),
    `The icons of the wallets below come from ${title} (${source}).
Their pixels were encoded anew; nothing else of the package was taken. Its licence follows.

Names and icons are marks of their owners, who have neither made nor approved this list. They only say which
wallet is meant. The licence covers the files of the package, not the marks.

${names}

${licence}`,
  )
}
