import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type RegistryManifest, registryPaths, type SignedManifest } from '@hawser/wire'
import { createBundle } from '../bundle/bundle.ts'
import { dayMs, formatTime, maxValidDays } from '../bundle/bundleTimes.ts'
import { readKeyFile } from '../bundle/keyFile.ts'
import { readManifest } from '../bundle/loadBundle.ts'
import { openFolder } from '../bundle/openFolder.ts'
import { readListingImages } from '../bundle/readImages.ts'
import { writeBundle } from '../bundle/writeBundle.ts'
import { InvalidBundleError, InvalidRegistryOptionError } from '../errors.ts'
import { checkListings } from '../listings/checkListings.ts'
import { explainImageIn, readListingTexts } from '../listings/listingFolder.ts'
import { bundledListings, loadListings } from '../listings/loadListings.ts'
import { plain } from '../listings/problem.ts'
import type { Command } from './command.ts'
import { describeBundle } from './describeBundle.ts'
import { required, wholeNumber } from './options.ts'

const help = `hawser-registry build --out DIR [--listings DIR] [--key FILE] [--version N] [--valid-days N]

Makes a bundle of listings and their images: a folder that "hawser-registry serve" and any static
server can serve. Listings and images are checked first, and nothing is written if one is wrong.

  --out DIR         where the bundle goes. It may be served while it is written.
  --listings DIR    one <id>.json a wallet; their images in images/ beside them (default: those that
                    come with this package). Its licences/, if there are images, goes into the bundle's folder
  --key FILE        signs, with a key of "hawser-registry keygen". Without it the bundle is not
                    signed: carry it to where the key is and use "hawser-registry sign".
  --version N       default: one more than the bundle in --out has, or 1
  --valid-days N    clients take it for so long (default 30, at most ${maxValidDays}): build again in time
`

export const command: Command = {
  summary: 'make a bundle of listings and images',
  help,
  async run(args, { now, write, fail }) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        out: { type: 'string' },
        listings: { type: 'string', default: bundledListings },
        key: { type: 'string' },
        version: { type: 'string' },
        'valid-days': { type: 'string', default: '30' },
      },
    })
    const out = required(values.out, '--out')
    const validDays = wholeNumber(values['valid-days'], '--valid-days', 1, maxValidDays)
    const signingKey = values.key === undefined ? undefined : readKeyFile(values.key)
    const previous = readPrevious(out)
    const version = chooseVersion(values.version, previous?.manifest)
    const createdAt = honestNow(now(), previous?.manifest)
    refuseProblems(values.listings)
    const listings = loadListings(values.listings)
    const images = readListingImages(join(values.listings, 'images'), listings)
    const bundle = createBundle({
      ...{ listings, images, version, createdAt },
      expiresAt: createdAt + validDays * dayMs,
      ...(signingKey && { signingKey }),
    })
    writeBundle(bundle, out)
    // The licence of the images goes where they go.
    const licences = join(values.listings, 'licences')
    if (images.size > 0 && existsSync(licences)) cpSync(licences, join(out, 'licences'), { recursive: true })
    if (previous?.signature !== undefined && signingKey === undefined)
      fail('The previous version was signed: sign this one too before it is served.\n')
    write(`${describeBundle(bundle)}\n`)
    return 0
  },
}

function refuseProblems(folder: string): void {
  const problems = checkListings(readListingTexts(folder), explainImageIn(folder))
  const [first, ...others] = problems.filter(({ level }) => level === 'error')
  if (first === undefined) return
  const { file, field, what } = first
  const place = field === '' ? plain(file) : `${plain(file)}, ${plain(field)}`
  const more = others.length === 0 ? '' : ` There are ${others.length} more.`
  throw new InvalidBundleError(`${place}: ${what}${more} "hawser-registry check" says how to fix it.`)
}

function readPrevious(out: string): SignedManifest | undefined {
  return existsSync(join(out, registryPaths.manifest)) ? readManifest(openFolder(out)).signed : undefined
}

function chooseVersion(wanted: string | undefined, previous: RegistryManifest | undefined): number {
  const held = previous?.version ?? 0
  if (wanted === undefined) return held + 1
  const version = wholeNumber(wanted, '--version', 1, Number.MAX_SAFE_INTEGER)
  if (version > held) return version
  throw new InvalidRegistryOptionError(`--version ${version}: --out has version ${held}, and clients never go back.`)
}

// A wrong clock would make bundles that have already expired, or are valid for years.
function honestNow(now: number, previous: RegistryManifest | undefined): number {
  if (previous === undefined || previous.createdAt <= now) return now
  throw new InvalidRegistryOptionError(
    `This machine's clock says ${formatTime(now)}; the bundle in --out was made at ${formatTime(previous.createdAt)}.`,
  )
}
