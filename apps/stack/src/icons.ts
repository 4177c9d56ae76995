import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadIcons, loadListings } from '@hawser/registry'

const repository = resolve(import.meta.dirname, '../../..')
const installed = join(repository, 'node_modules/@rainbow-me/rainbowkit')

/**
 * Makes the folder of icons where there is none and a package that has them is installed: nothing is fetched. A failure is said by
 * `npm run icons`, and there are none then.
 */
export async function prepareIcons(
  folder: string,
  log: (line: string) => void,
  packageFolder = installed,
): Promise<void> {
  if (existsSync(folder) || !existsSync(packageFolder)) return
  log('preparing the icons of wallets …')
  const script = ['--import', 'tsx', 'scripts/icons.ts', '--package', packageFolder, '--out', resolve(folder)]
  const child = spawn(process.execPath, script, { cwd: repository, stdio: 'ignore' })
  await Promise.race([once(child, 'close'), once(child, 'error')])
}

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
