import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type createUnsignedBundle, loadIcons, loadListings } from '@hawser/registry'
import { demoWallet } from './demoListing.ts'

const repository = resolve(import.meta.dirname, '../../..')
const registryFolder = join(repository, 'packages/registry')
const installed = join(repository, 'node_modules/@rainbow-me/rainbowkit')
const demoIcon = join(repository, 'apps/wallet/public/icon.svg')
/** The folder in which `npm start` and `npm run gallery` keep the icons of this checkout. */
export const iconCache = join(repository, '.cache/icons')

/**
 * Makes the icons of the demo wallet, and of other wallets from the installed package, once for each version of the package,
 * the listings and the drawing code. Nothing is fetched, and no code of the package runs.
 * @param cache - folder of the icons; older icons in it are removed
 * @param options - `signal` ends the work
 * @returns the folder of listings with icons, for `loadListingsWithIcons`. Undefined without the package, or without icons.
 */
export async function prepareIcons(
  cache: string,
  options: {
    readonly log: (line: string) => void
    readonly signal?: AbortSignal
    readonly packageFolder?: string
  },
): Promise<string | undefined> {
  const { log, signal, packageFolder = installed } = options
  const manifest = join(packageFolder, 'package.json')
  if (!existsSync(manifest)) return undefined
  const key = hashFiles([manifest, demoIcon, ...filesOf('listings'), ...filesOf('src/images')])
  const folder = resolve(cache, key)
  if (existsSync(folder)) return folder
  log('making the icons of wallets …')
  const work = resolve(cache, `work-${randomUUID()}`)
  mkdirSync(work, { recursive: true })
  try {
    for (const file of filesOf('listings')) cpSync(file, join(work, file.slice(registryFolder.length)))
    const listings = join(work, 'listings')
    // The stack adds the links, which depend on the port.
    const links = { native: null, universal: null }
    const facts = { image_id: null, homepage: null, app: {}, mobile: links, desktop: links, rdns: null, sources: {} }
    const demo = { ...demoWallet, ...facts, licence: 'Apache-2.0' }
    writeFileSync(join(listings, `${demoWallet.id}.json`), JSON.stringify(demo))
    const command = ['--import', 'tsx', '--conditions=@hawser/source', join(registryFolder, 'src/main.ts')]
    for (const args of [
      ['image', 'add', '--wallet', demoWallet.id, demoIcon],
      ['icons', '--package', packageFolder],
    ]) {
      const given = [...command, ...args, '--listings', listings]
      const child = spawn(process.execPath, given, { cwd: repository, stdio: 'ignore', ...(signal && { signal }) })
      const [code] = await once(child, 'close')
      if (code !== 0) return undefined
    }
    // The rename makes the folder appear whole. A second start at the same time can have finished first.
    if (!existsSync(folder)) renameSync(listings, folder)
    for (const name of readdirSync(cache))
      if (name !== key && !name.startsWith('work-')) rmSync(join(cache, name), { recursive: true, force: true })
    return folder
  } catch {
    return undefined
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The files of a registry folder, without tests and fixtures. */
function filesOf(folder: string): readonly string[] {
  const names = readdirSync(join(registryFolder, folder)).sort()
  return names
    .filter((name) => /\.(?:json|ts)$/.test(name) && !/\.(?:test|fixture)\./.test(name))
    .map((name) => join(registryFolder, folder, name))
}

function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/**
 * Loads the listings with the icons of a folder, `first` before those of the registry. Without a readable folder the listings
 * have no icons, and the modal draws initials.
 */
export function loadListingsWithIcons(
  folder: string | undefined,
  log: (line: string) => void,
  ...first: Parameters<typeof createUnsignedBundle>[0]
): ReturnType<typeof loadIcons> {
  const listings = [...first, ...loadListings()]
  if (folder === undefined) return { listings, images: new Map() }
  try {
    const found = loadIcons(listings, folder)
    log(
      `${found.listings.filter(({ imageId }) => imageId !== undefined).length} of ${listings.length} wallets have an icon.`,
    )
    return found
  } catch {
    log(`The icons in ${folder} cannot be used: wallets are shown by their initials.`)
    return { listings, images: new Map() }
  }
}
