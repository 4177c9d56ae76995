import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandWorld, createCommand, createProgress, required, text, wholeNumber } from '@hawser/command'
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
import { describeBundle } from './describeBundle.ts'
import { listingsFolder } from './listingsFolder.ts'

export const command = createCommand({
  summary: 'make a bundle of listings and images',
  about: `Makes a bundle of listings and their images: a folder that "hawser registry serve" and any static
server can serve. Listings and images are checked first, and nothing is written if one is wrong.`,
  settings: {
    out: required(
      text('out', { placeholder: 'DIR', meaning: 'where the bundle goes; it may be served while it is written' }),
    ),
    listings: listingsFolder,
    key: text('key', {
      placeholder: 'FILE',
      meaning:
        'signs, with a key of "hawser registry keygen". Without it the bundle is not signed: carry it to where the key is and use "hawser registry sign"',
    }),
    version: wholeNumber('version', {
      range: [1, Number.MAX_SAFE_INTEGER],
      meaning: 'default: one more than the bundle in --out has, or 1',
    }),
    validDays: wholeNumber('valid-days', {
      ...{ range: [1, maxValidDays], default: 30 },
      meaning: 'clients take it for so long: build again in time',
    }),
  },
  load:
    async () =>
    async ({ listings: folder = bundledListings, ...values }, world) => {
      const { out, validDays } = values
      const signingKey = values.key === undefined ? undefined : readKeyFile(values.key)
      const previous = readPrevious(out)
      const version = chooseVersion(values.version, previous?.manifest)
      const createdAt = honestNow(world.now(), previous?.manifest)
      refuseProblems(folder, world)
      const listings = loadListings(folder)
      const images = readListingImages(join(folder, 'images'), listings)
      const bundle = createBundle({
        ...{ listings, images, version, createdAt },
        expiresAt: createdAt + validDays * dayMs,
        ...(signingKey && { signingKey }),
      })
      const progress = createProgress(world, 'files written')
      try {
        writeBundle(bundle, out, progress.report)
      } finally {
        progress.end()
      }
      // Every copy of the images must include their licence.
      const licences = join(folder, 'licences')
      if (images.size > 0 && existsSync(licences)) cpSync(licences, join(out, 'licences'), { recursive: true })
      if (previous?.signature !== undefined && signingKey === undefined)
        world.fail('The previous version was signed: sign this one too before it is served.\n')
      world.write(`${describeBundle(bundle)}\n`)
      return 0
    },
})

function refuseProblems(folder: string, world: CommandWorld): void {
  const progress = createProgress(world, 'images checked')
  const explainImage = explainImageIn(folder)
  let checked = 0
  const explainCounted = (imageId: string) => {
    const fault = explainImage(imageId)
    checked += 1
    progress.report(checked, undefined)
    return fault
  }
  let problems: ReturnType<typeof checkListings>
  try {
    problems = checkListings(readListingTexts(folder), explainCounted)
  } finally {
    progress.end()
  }
  const [first, ...others] = problems.filter(({ level }) => level === 'error')
  if (first === undefined) return
  const { file, field, what } = first
  const place = field === '' ? plain(file) : `${plain(file)}, ${plain(field)}`
  const more = others.length === 0 ? '' : ` There are ${others.length} more.`
  throw new InvalidBundleError(`${place}: ${what}${more} "hawser registry check" says how to fix it.`)
}

function readPrevious(out: string): SignedManifest | undefined {
  return existsSync(join(out, registryPaths.manifest)) ? readManifest(openFolder(out)).signed : undefined
}

function chooseVersion(wanted: number | undefined, previous: RegistryManifest | undefined): number {
  const held = previous?.version ?? 0
  if (wanted === undefined) return held + 1
  if (wanted > held) return wanted
  throw new InvalidRegistryOptionError(`--version ${wanted}: --out has version ${held}, and clients never go back.`)
}

// A wrong clock would produce bundles that have already expired, or are valid for years.
function honestNow(now: number, previous: RegistryManifest | undefined): number {
  if (previous === undefined || previous.createdAt <= now) return now
  throw new InvalidRegistryOptionError(
    `This machine's clock says ${formatTime(now)}; the bundle in --out was made at ${formatTime(previous.createdAt)}.`,
  )
}
