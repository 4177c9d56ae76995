import {
  formatSignedManifest,
  type Listing,
  manifestLimits,
  parseSignedManifest,
  type RegistryManifest,
  registryPaths,
  type SignedManifest,
} from '@hawser/wire'
import { InvalidBundleError } from '../errors.ts'
import { type Bundle, checkUniqueIds } from './bundle.ts'
import { type BundleFile, bundleTypes } from './bundleFile.ts'
import { verifyManifest } from './bundleKey.ts'
import { parsePage } from './bundlePages.ts'
import { checkValidityLength } from './bundleTimes.ts'
import { type FolderReader, openFolder, parseFile } from './openFolder.ts'
import { readBundleImages } from './readImages.ts'
import { checkSha256, digestListings } from './sha256.ts'
import { listImageFiles } from './walletImage.ts'

export type LoadBundleOptions = {
  /**
   * ed25519 public keys as 64 hex digits, one of which must have signed the bundle. Without keys, the signature is
   * checked with the key in the bundle itself, which reveals damage but not forgery.
   */
  readonly publicKeys?: readonly string[]
  /**
   * Whether each listing is also compared with its digest. File hashes show that nothing changed since the bundle was
   * made; digests show that the bundle was made correctly. The comparison doubles the loading time. Default: false.
   */
  readonly checksListings?: boolean
}

// The file contains the manifest's text as a JSON string, with up to six bytes per character, plus a signature and a
// key.
const manifestFileBytes = 6 * manifestLimits.textLength + 1024
const { digestBytes, pageBytes } = manifestLimits

/**
 * Reads a bundle from its folder. Every file in the manifest is compared with its hash, so that one changed byte is
 * refused. Other files and the expiry are ignored.
 * @throws InvalidBundleError - names the file and its fault
 * @example
 * const bundle = loadBundle('./bundle', { publicKeys: [publicKey] })
 */
export function loadBundle(folder: string | URL, options: LoadBundleOptions = {}): Bundle {
  const read = openFolder(folder)
  const { signed, manifestJson } = readManifest(read)
  verifyManifest(signed, options.publicKeys)
  const { manifest } = signed
  checkValidityLength(manifest)
  const files = new Map<string, BundleFile>()
  const listings = readListings(read, manifest, files, options.checksListings === true)
  const images = readBundleImages(read, manifest, files)
  for (const [path, file] of listImageFiles(images)) files.set(path, file)
  files.set(registryPaths.manifest, { bytes: new TextEncoder().encode(manifestJson), type: bundleTypes.json })
  return { manifest, manifestJson, listings, files, images }
}

/**
 * Reads only the manifest, without checking its signature.
 * @throws InvalidBundleError
 */
export function readManifest(read: FolderReader): { readonly signed: SignedManifest; readonly manifestJson: string } {
  const path = registryPaths.manifest
  const bytes = read(path, manifestFileBytes)
  const signed = parseFile(path, bytes, parseSignedManifest)
  const manifestJson = formatSignedManifest(signed)
  // The bytes must be the one canonical form, so that a changed byte between the fields is found too.
  if (!Buffer.from(manifestJson).equals(bytes))
    throw new InvalidBundleError(`${path} is not as hawser registry writes it.`)
  return { signed, manifestJson }
}

function readListings(
  read: FolderReader,
  manifest: RegistryManifest,
  files: Map<string, BundleFile>,
  checksListings: boolean,
): readonly Listing[] {
  const digestsPath = registryPaths.digests(manifest.digests)
  const digests = checkSha256(read(digestsPath, manifest.total * digestBytes), digestsPath, manifest.digests)
  files.set(digestsPath, { bytes: digests, type: bundleTypes.bin })
  const listings: Listing[] = []
  for (const hash of manifest.pages) {
    const path = registryPaths.page(hash)
    const bytes = checkSha256(read(path, pageBytes), path, hash)
    files.set(path, { bytes, type: bundleTypes.json })
    const page = parseFile(path, bytes, parsePage)
    const start = listings.length * digestBytes
    const expected = digests.subarray(start, start + page.length * digestBytes)
    if (checksListings && !Buffer.from(digestListings(page)).equals(expected))
      throw new InvalidBundleError(`${path} has a listing that is missing in ${digestsPath}.`)
    listings.push(...page)
  }
  if (listings.length !== manifest.total || digests.length !== manifest.total * digestBytes)
    throw new InvalidBundleError(`The pages have ${listings.length} listings; the manifest says ${manifest.total}.`)
  checkUniqueIds(listings)
  return listings
}
