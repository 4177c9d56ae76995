import { type RegistryImageSize, type RegistryImageType, registryPaths } from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import { InvalidBundleError } from '../errors.ts'
import { type BundleFile, bundleTypes } from './bundleFile.ts'
import { sha256Hex } from './sha256.ts'

/** The name of one file of a wallet's image, by size and type. */
export type WalletImageFile = `${RegistryImageSize}.${RegistryImageType}`

/** A wallet's image in every size and type, as encoded bytes. */
export type WalletImage = Readonly<Record<WalletImageFile, Uint8Array<ArrayBuffer>>>

/** The hashes of a wallet's image files. */
export type WalletImageDigests = Readonly<Record<WalletImageFile, string>>

/** The files of every image. An image's id is the sha256 of its `lg.png`. */
export const walletImageFiles = (['sm', 'md', 'lg'] as const).flatMap((size) =>
  (['webp', 'png'] as const).map((type) => ({ size, type, name: `${size}.${type}` as const })),
)

/** Limits of images, which the service keeps in memory: bytes of one file, bytes of all files, and number of images. */
export const walletImageLimits = { fileBytes: 1024 * 1024, totalBytes: 512 * 1024 * 1024, count: 20_000 } as const

const hashPattern = /^[0-9a-f]{64}$/

/** Makes a record with a value for each file of an image. */
export function mapImageFiles<Value>(
  make: (size: RegistryImageSize, type: RegistryImageType) => Value,
): Readonly<Record<WalletImageFile, Value>> {
  return {
    'sm.webp': make('sm', 'webp'),
    'sm.png': make('sm', 'png'),
    'md.webp': make('md', 'webp'),
    'md.png': make('md', 'png'),
    'lg.webp': make('lg', 'webp'),
    'lg.png': make('lg', 'png'),
  }
}

/** Lists the files of images with their paths in a bundle. */
export function listImageFiles(images: ReadonlyMap<string, WalletImage>): readonly (readonly [string, BundleFile])[] {
  return [...images].flatMap(([imageId, image]) =>
    walletImageFiles.map(({ size, type, name }) => {
      const file = { bytes: image[name], type: bundleTypes[type] }
      return [registryPaths.image(imageId, size, type), file] as const
    }),
  )
}

/** Formats the hashes of all image files, sorted by image id: the contents of `v1/images/<sha256>.json`. */
export function formatImageDigests(images: ReadonlyMap<string, WalletImage>): string {
  const sorted = [...images].sort(([a], [b]) => (a < b ? -1 : 1))
  const digests = sorted.map(
    ([imageId, image]) => [imageId, mapImageFiles((size, type) => sha256Hex(image[`${size}.${type}`]))] as const,
  )
  return JSON.stringify({ images: Object.fromEntries(digests) })
}

/**
 * Reads the hashes of all image files.
 * @throws InvalidBundleError - a hash is missing, or an image's id is not the hash of its `lg.png`
 */
export function parseImageDigests(value: unknown): ReadonlyMap<string, WalletImageDigests> {
  const images = asObject(field(asObject(value) ?? {}, 'images'))
  if (images === undefined) throw new InvalidBundleError('The digests of images must be an object of images.')
  const entries = Object.entries(images)
  if (entries.length > walletImageLimits.count)
    throw new InvalidBundleError(`A bundle may have at most ${walletImageLimits.count} images.`)
  return new Map(entries.map(([imageId, files]) => [imageId, parseOne(imageId, asObject(files) ?? {})]))
}

function parseOne(imageId: string, files: Readonly<Record<string, unknown>>): WalletImageDigests {
  const digests = mapImageFiles((size, type) => {
    const hash = field(files, `${size}.${type}`)
    if (typeof hash === 'string' && hashPattern.test(hash)) return hash
    throw new InvalidBundleError(`The digests of images lack a sha256 of the ${size}.${type} of an image.`)
  })
  if (digests['lg.png'] !== imageId)
    throw new InvalidBundleError('An image is not named after the sha256 of its lg.png.')
  return digests
}
