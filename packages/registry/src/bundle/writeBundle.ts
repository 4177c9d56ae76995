import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { registryPaths } from '@hawser/wire'
import type { Bundle } from './bundle.ts'
import { readManifest } from './loadBundle.ts'
import { openFolder, parseFile } from './openFolder.ts'
import { imageDigestsBytes } from './readImages.ts'
import { parseImageDigests, walletImageFiles } from './walletImage.ts'

// Matches the files of a bundle, and those that an interrupted write leaves (`.new`).
const ownFile =
  /^(?:pages\/[0-9a-f]{64}\.json|digests\/[0-9a-f]{64}\.bin|images\/[0-9a-f]{64}(?:\.json|\/(?:sm|md|lg)\.(?:webp|png)))(?:\.new)?$/

/**
 * Writes a bundle into a folder, over the previous version. The folder may be served meanwhile: each file appears
 * whole, the manifest last. The files of the previous version stay for clients that still have its manifest; older
 * files are removed.
 * @param onFile - receives the number of written files after each of them, without the manifest, and the number of all
 * @throws the errors of `node:fs`
 * @example
 * writeBundle(bundle, './bundle')
 */
export function writeBundle(
  bundle: Bundle,
  folder: string,
  onFile: (written: number, count: number) => void = () => {},
): void {
  const previous = namedBefore(folder)
  const files = [...bundle.files].filter(([path]) => path !== registryPaths.manifest)
  for (const [index, [path, { bytes }]] of files.entries()) {
    writeFileAtomically(folder, path, bytes)
    onFile(index + 1, files.length)
  }
  writeFileAtomically(folder, registryPaths.manifest, bundle.manifestJson)
  removeOthers(folder, (path) => bundle.files.has(path) || previous.has(path))
}

/** Writes a file that appears whole or not at all. */
export function writeFileAtomically(folder: string, path: string, content: string | Uint8Array): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  // The file is flushed before it gets its name, so that after a power cut the manifest names only existing files.
  writeFileSync(`${file}.new`, content, { flush: true })
  renameSync(`${file}.new`, file)
}

/** The paths of the files of a folder's version. Empty if the folder has no readable version. */
function namedBefore(folder: string): ReadonlySet<string> {
  const named = new Set<string>()
  try {
    const read = openFolder(folder)
    const { pages, digests, images } = readManifest(read).signed.manifest
    for (const hash of pages) named.add(registryPaths.page(hash))
    named.add(registryPaths.digests(digests))
    if (images === undefined) return named
    const path = registryPaths.imageDigests(images)
    named.add(path)
    for (const imageId of parseFile(path, read(path, imageDigestsBytes), parseImageDigests).keys())
      for (const { size, type } of walletImageFiles) named.add(registryPaths.image(imageId, size, type))
  } catch {
    // No client can use a damaged version, so its files need not stay.
  }
  return named
}

function removeOthers(folder: string, isKept: (path: string) => boolean): void {
  const root = join(folder, 'v1')
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const name = path.replaceAll('\\', '/')
    if (!ownFile.test(name) || isKept(`v1/${name}`)) continue
    rmSync(join(root, path))
    if (/^images\/.*\//.test(name)) removeEmpty(dirname(join(root, path)))
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // The folder still contains another file.
  }
}
