import {
  formatManifest,
  formatSignedManifest,
  type Listing,
  parseSignedManifest,
  type RegistryManifest,
  registryPaths,
} from '@hawser/wire'
import { InvalidBundleError } from '../errors.ts'
import { type BundleFile, bundleTypes } from './bundleFile.ts'
import { publicKeyOf, signManifest } from './bundleKey.ts'
import { formatPages } from './bundlePages.ts'
import { checkValidityLength } from './bundleTimes.ts'
import { orderListings } from './listingOrder.ts'
import { digestListings, sha256Hex } from './sha256.ts'
import { formatImageDigests, listImageFiles, type WalletImage } from './walletImage.ts'

/** One version of a registry: the files for a static server, and the data for the service. */
export type Bundle = {
  readonly manifest: RegistryManifest
  /** The text of the file `registryPaths.manifest`, with the signature if the bundle is signed. */
  readonly manifestJson: string
  /** Sorted in the order of answers. */
  readonly listings: readonly Listing[]
  /** Every file by its path in the folder (`registryPaths.…`), without a leading slash. */
  readonly files: ReadonlyMap<string, BundleFile>
  /** Images by image id. `files` contains the same bytes. */
  readonly images: ReadonlyMap<string, WalletImage>
}

export type BundleContents = {
  /** In any order. */
  readonly listings: readonly Listing[]
  /** Images by image id. The bundle omits images that no listing names. */
  readonly images: ReadonlyMap<string, WalletImage>
  /** Must be higher than every version that clients have seen. */
  readonly version: number
  readonly createdAt: number
  readonly expiresAt: number
  /** ed25519 seed, 32 bytes. Without a seed the bundle is unsigned, and clients with a pinned key refuse it. */
  readonly signingKey?: Uint8Array
}

/**
 * Makes a bundle of listings and images. The same contents give the same bytes.
 * @throws InvalidBundleError - two listings share an id, an image is not named after its `lg.png`, or the bundle would
 * be valid for more than 366 days
 * @throws InvalidManifestError - a number is out of bounds
 * @example
 * const bundle = createBundle({ listings: loadListings(), images, version: 2, createdAt, expiresAt, signingKey })
 * writeBundle(bundle, './bundle')
 */
export function createBundle(contents: BundleContents): Bundle {
  const { version, createdAt, expiresAt, signingKey } = contents
  const listings = orderListings(contents.listings)
  checkUniqueIds(listings)
  const images = imagesOf(listings, contents.images)
  const pages = formatPages(listings).map((bytes) => ({ hash: sha256Hex(bytes), bytes }))
  const digests = digestListings(listings)
  const imageDigests = images.size === 0 ? undefined : Buffer.from(formatImageDigests(images))
  const manifest = {
    ...{ version, createdAt, expiresAt },
    total: listings.length,
    pages: pages.map(({ hash }) => hash),
    digests: sha256Hex(digests),
    ...(imageDigests !== undefined && { images: sha256Hex(imageDigests) }),
  }
  const files = new Map<string, BundleFile>()
  for (const { hash, bytes } of pages) files.set(registryPaths.page(hash), { bytes, type: bundleTypes.json })
  files.set(registryPaths.digests(manifest.digests), { bytes: digests, type: bundleTypes.bin })
  if (imageDigests !== undefined)
    files.set(registryPaths.imageDigests(sha256Hex(imageDigests)), { bytes: imageDigests, type: bundleTypes.json })
  for (const [path, file] of listImageFiles(images)) files.set(path, file)
  return sealBundle({ listings, images, files, text: formatManifest(manifest) }, signingKey)
}

/**
 * Signs a bundle with this key, in place of any earlier signature.
 * @param signingKey - ed25519 seed, 32 bytes
 * @example
 * writeBundle(signBundle(loadBundle('./bundle'), nextKey), './bundle')
 */
export function signBundle(bundle: Bundle, signingKey: Uint8Array): Bundle {
  const { text } = parseSignedManifest(JSON.parse(bundle.manifestJson))
  return sealBundle({ ...bundle, text }, signingKey)
}

function sealBundle(
  parts: Pick<Bundle, 'listings' | 'images' | 'files'> & { readonly text: string },
  signingKey: Uint8Array | undefined,
): Bundle {
  const { listings, images, files, text } = parts
  const signed =
    signingKey === undefined
      ? { text, signature: undefined, publicKey: undefined }
      : { text, signature: signManifest(text, signingKey), publicKey: publicKeyOf(signingKey) }
  const manifestJson = formatSignedManifest(signed)
  // A bundle that cannot be read back must not be written.
  const { manifest } = parseSignedManifest(JSON.parse(manifestJson))
  checkValidityLength(manifest)
  const file = { bytes: Buffer.from(manifestJson), type: bundleTypes.json }
  return { manifest, manifestJson, listings, images, files: new Map([...files, [registryPaths.manifest, file]]) }
}

/** @throws InvalidBundleError - names the id */
export function checkUniqueIds(listings: readonly Listing[]): void {
  const seen = new Set<string>()
  for (const { id } of listings) {
    if (seen.has(id)) throw new InvalidBundleError(`Two listings have the id ${id}.`)
    seen.add(id)
  }
}

function imagesOf(
  listings: readonly Listing[],
  images: ReadonlyMap<string, WalletImage>,
): ReadonlyMap<string, WalletImage> {
  const used = new Map<string, WalletImage>()
  for (const { imageId } of listings) {
    const image = imageId === undefined ? undefined : images.get(imageId)
    if (imageId === undefined || image === undefined) continue
    if (sha256Hex(image['lg.png']) !== imageId)
      throw new InvalidBundleError(`The image ${imageId} is not named after the sha256 of its lg.png.`)
    used.set(imageId, image)
  }
  return used
}
