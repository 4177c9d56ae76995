import { type Listing, type RegistryManifest, registryPaths } from '@hawser/wire'
import { InvalidBundleError } from '../errors.ts'
import { type BundleFile, bundleTypes } from './bundleFile.ts'
import { type FolderReader, openFolder, parseFile } from './openFolder.ts'
import { checkSha256, sha256Hex } from './sha256.ts'
import {
  mapImageFiles,
  parseImageDigests,
  type WalletImage,
  walletImageFiles,
  walletImageLimits,
} from './walletImage.ts'

const { fileBytes, totalBytes } = walletImageLimits
/** The largest size of the file of image hashes, in bytes. */
export const imageDigestsBytes = 16 * 1024 * 1024

/**
 * Reads the images of a bundle and compares each file with its hash. Adds the file of hashes to `files`.
 * @throws InvalidBundleError
 */
export function readBundleImages(
  read: FolderReader,
  manifest: RegistryManifest,
  files: Map<string, BundleFile>,
): ReadonlyMap<string, WalletImage> {
  if (manifest.images === undefined) return new Map()
  const path = registryPaths.imageDigests(manifest.images)
  const bytes = checkSha256(read(path, imageDigestsBytes), path, manifest.images)
  files.set(path, { bytes, type: bundleTypes.json })
  const digests = parseFile(path, bytes, parseImageDigests)
  return readEach(digests.keys(), (imageId) =>
    mapImageFiles((size, type) => {
      const imagePath = registryPaths.image(imageId, size, type)
      return checkSha256(read(imagePath, fileBytes), imagePath, digests.get(imageId)?.[`${size}.${type}`] ?? '')
    }),
  )
}

/**
 * Reads the images that listings name from the folder that `hawser registry image add` writes:
 * `<imageId>/<size>.<type>`.
 * @throws InvalidBundleError - an image is missing, too large, or not named after the sha256 of its `lg.png`
 */
export function readListingImages(
  folder: string | URL,
  listings: readonly Listing[],
): ReadonlyMap<string, WalletImage> {
  const imageIds = new Set(listings.flatMap(({ imageId }) => imageId ?? []))
  if (imageIds.size === 0) return new Map()
  const read = openFolder(folder)
  return readEach(imageIds, (imageId) => {
    const image = mapImageFiles((size, type) => read(`${imageId}/${size}.${type}`, fileBytes))
    if (sha256Hex(image['lg.png']) === imageId) return image
    throw new InvalidBundleError(`${imageId}/lg.png does not have the sha256 its folder is named after.`)
  })
}

function readEach(
  imageIds: Iterable<string>,
  readImage: (imageId: string) => WalletImage,
): ReadonlyMap<string, WalletImage> {
  let room: number = totalBytes
  const images = new Map<string, WalletImage>()
  for (const imageId of imageIds) {
    const image = readImage(imageId)
    for (const { name } of walletImageFiles) room -= image[name].length
    if (room < 0) throw new InvalidBundleError(`The images have more than ${totalBytes} bytes.`)
    images.set(imageId, image)
  }
  return images
}
