import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { registryPaths } from '@hawser/wire'
import type { Bundle } from './bundle.ts'
import { readManifest } from './loadBundle.ts'
import { openFolder, parseFile } from './openFolder.ts'
import { imageDigestsBytes } from './readImages.ts'
import { parseImageDigests, walletImageFiles } from './walletImage.ts'

// What a bundle's files are called, and those a write that was cut off has left.
const ownFile =
  /^(?:pages\/[0-9a-f]{64}\.json|digests\/[0-9a-f]{64}\.bin|images\/[0-9a-f]{64}(?:\.json|\/(?:sm|md|lg)\.(?:webp|png)))(?:\.new)?$/

/**
 * Writes a bundle into a folder, over the version that is there. The folder may be served meanwhile: each file appears whole,
 * the manifest last, and the files of the version before stay for clients that still hold its manifest; older ones go.
 * @throws what `node:fs` throws
 */
export function writeBundle(bundle: Bundle, folder: string): void {
  const previous = namedBefore(folder)
  for (const [path, { bytes }] of bundle.files) if (path !== registryPaths.manifest) writeWhole(folder, path, bytes)
  writeWhole(folder, registryPaths.manifest, bundle.manifestJson)
  removeOthers(folder, (path) => bundle.files.has(path) || previous.has(path))
}

/** Writes a file that appears whole or not at all. */
export function writeWhole(folder: string, path: string, content: string | Uint8Array): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  // On the disk before its name is: after a power cut the manifest names nothing that is not there.
  writeFileSync(`${file}.new`, content, { flush: true })
  renameSync(`${file}.new`, file)
}

/** The files of the version in a folder. None, when it holds none that can be read. */
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
    // What is damaged serves nobody any more.
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
    // Another file is still in it.
  }
}
