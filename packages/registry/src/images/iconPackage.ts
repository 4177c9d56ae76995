import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Listing } from '@hawser/wire'
import { asObject } from '@hawser/wire/internal'
import { InvalidRegistryOptionError } from '../errors.ts'

/** An installed package whose licence allows its icons to be shown. */
export type IconPackage = {
  /** Name and version: `@rainbow-me/rainbowkit 2.2.11`. */
  readonly title: string
  /** The https page of this version, where the icons come from. */
  readonly source: string
  /** The text of the package's licence, which must accompany every copy. */
  readonly licence: string
  /** Finds the package's image of a listing's wallet, or returns undefined. */
  iconOf(listing: Pick<Listing, 'id' | 'name'>): Uint8Array | undefined
}

/**
 * The only known package. It draws nearly every wallet of this registry, each in its own file, with a licence in its
 * own folder.
 */
const knownName = '@rainbow-me/rainbowkit'
const knownLicence = 'MIT'

/** Icon names by listing id, where the icon file is not named after the listing's id or name. */
const otherNames: Readonly<Record<string, string>> = { '1inch': 'oneInchWallet', magiceden: 'magicEden' }

/** Larger than any icon. A file of code can have megabytes. */
const maxFileBytes = 3 * 1024 * 1024

/**
 * Opens the folder of a package with icons. Its files are read as text: no code of the package runs, and its
 * dependencies are not needed.
 * @throws InvalidRegistryOptionError - the folder is another package, or lacks the MIT licence
 */
export function openIconPackage(folder: string): IconPackage {
  const { name, version, license } = readPackageJson(folder)
  if (name !== knownName || typeof version !== 'string' || !/^\d[\w.+-]{0,63}$/.test(version))
    throw new InvalidRegistryOptionError(`--package: ${folder} is not the folder of ${knownName}.`)
  const licence = ['LICENSE', 'LICENSE.md'].map((file) => join(folder, file)).find((path) => existsSync(path))
  if (license !== knownLicence || licence === undefined)
    throw new InvalidRegistryOptionError(
      `--package: ${knownName} ${version} does not come with the ${knownLicence} licence. Use a version that does.`,
    )
  const files = listFiles(join(folder, 'dist'))
  return {
    title: `${name} ${version}`,
    source: `https://www.npmjs.com/package/${name}/v/${version}`,
    licence: readFileSync(licence, 'utf8'),
    iconOf({ id, name: walletName }) {
      const own = otherNames[id]
      const file = own === undefined ? (files.get(keyOf(id)) ?? files.get(keyOf(walletName))) : files.get(keyOf(own))
      return file === undefined ? undefined : readIcon(join(folder, 'dist', file))
    },
  }
}

function readPackageJson(folder: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))) ?? {}
  } catch (cause) {
    throw new InvalidRegistryOptionError(`--package: ${folder} has no readable package.json.`, { cause })
  }
}

/** The icon files by wallet, as `keyOf` writes its name. */
function listFiles(folder: string): ReadonlyMap<string, string> {
  const known = new Set(Object.values(otherNames))
  const files = readdirSync(folder).flatMap((file) => {
    const [, name = ''] = /^(\w{1,64})-[A-Z0-9]{8}\.js$/.exec(file) ?? []
    return name.endsWith('Wallet') || known.has(name) ? [[keyOf(name), file] as const] : []
  })
  return new Map(files)
}

/** Reduces a name to lower-case letters a–z and digits, without "wallet" at its end. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/wallet$/, '')
}

/** Reads the bytes of the data URL in an icon file. The encoder checks the type of the bytes. */
function readIcon(path: string): Uint8Array | undefined {
  if (statSync(path).size > maxFileBytes) return undefined
  const [, isBase64, content] =
    /= "data:image\/[a-z+]{1,16}(;base64)?,([^"\\]+)";/.exec(readFileSync(path, 'utf8')) ?? []
  if (content === undefined) return undefined
  try {
    return Buffer.from(
      isBase64 === undefined ? decodeURIComponent(content) : content,
      isBase64 === undefined ? 'utf8' : 'base64',
    )
  } catch {
    // The data URL has a percent sign that does not begin a byte.
    return undefined
  }
}
