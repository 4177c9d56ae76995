import { InvalidManifestError } from '../errors.ts'
import { given } from '../given.ts'
import { asInteger, asObject, asString, field } from '../read.ts'
import { formatListing, type Listing } from './listing.ts'

/** The contents of one version of a registry's bundle. Hashes are the sha256 of a file's bytes, as 64 lowercase hex digits. */
export type RegistryManifest = {
  /** Counts up: a client that has seen a version accepts no lower version signed with the same key. */
  readonly version: number
  readonly createdAt: number
  /** From this time on clients refuse the manifest. */
  readonly expiresAt: number
  /** The number of listings on all pages. */
  readonly total: number
  /** The hashes of the page files, in the order of the registry's answers. */
  readonly pages: readonly string[]
  /** The hash of the file of listing digests. The file has `manifestLimits.digestBytes` for each listing, in the same order. */
  readonly digests: string
  /** The hash of the file that lists the hashes of each image's files. Absent if no wallet has an image. */
  readonly images?: string
}

/** A manifest as served, not verified: check `signature` over `manifestSigningInput(text)` with a key that you trust. */
export type SignedManifest = {
  readonly manifest: RegistryManifest
  /** The manifest as it was signed, byte for byte. */
  readonly text: string
  /** ed25519, 64 bytes. Undefined if the manifest is not signed. */
  readonly signature: Uint8Array | undefined
  /** The signer's ed25519 key as 64 hex digits: a claim that tells keys apart and proves nothing. */
  readonly publicKey: string | undefined
}

/** Limits of a manifest and of the files that it names. */
export const manifestLimits = {
  /** The largest `total`. */
  total: 1_000_000,
  pages: 10_000,
  /** Listings in one page file. */
  pageEntries: 100,
  /** Characters of the manifest's text. */
  textLength: 1024 * 1024,
  /** Bytes of one page file. */
  pageBytes: 1024 * 1024,
  /** Bytes of one listing's digest: the first half of a sha256. */
  digestBytes: 16,
} as const

export type RegistryImageSize = 'sm' | 'md' | 'lg'
export type RegistryImageType = 'webp' | 'png'

/** The paths of a bundle's files below the registry's address, without a leading slash. */
export const registryPaths = {
  manifest: 'v1/manifest.json',
  page: (hash: string) => `v1/pages/${hash}.json`,
  digests: (hash: string) => `v1/digests/${hash}.bin`,
  imageDigests: (hash: string) => `v1/images/${hash}.json`,
  image: (imageId: string, size: RegistryImageSize, type: RegistryImageType) => `v1/images/${imageId}/${size}.${type}`,
} as const

const format = 1
const signingContext = 'hawser-registry-manifest-v1\n'
const manifestShape = {
  version: 'number',
  createdAt: 'number',
  expiresAt: 'number',
  total: 'number',
  pages: 'texts',
  digests: 'text',
  images: 'text?',
} as const
const hexPattern = /^[0-9a-f]{64}$/
// 64 bytes in base64url: the last character carries two bits only, so that one signature has one text.
const signaturePattern = /^[A-Za-z0-9_-]{85}[AQgw]$/

/** Writes a manifest as the text to sign. */
export function formatManifest(manifest: RegistryManifest): string {
  given('manifest', manifest, manifestShape)
  const { version, createdAt, expiresAt, total, pages, digests, images } = manifest
  return JSON.stringify({ format, version, createdAt, expiresAt, total, pages, digests, images })
}

/** The bytes that ed25519 signs: a line that keeps the signature from counting for anything else, then the unchanged text. */
export function manifestSigningInput(text: string): Uint8Array {
  given('text', text, 'text')
  return new TextEncoder().encode(signingContext + text)
}

/** Writes the file `registryPaths.manifest`. Clients with a pinned key refuse a file without a signature. */
export function formatSignedManifest(signed: Pick<SignedManifest, 'text' | 'signature' | 'publicKey'>): string {
  given('signed', signed, { text: 'text', signature: 'bytes?', publicKey: 'text?' })
  const { text, signature, publicKey } = signed
  return JSON.stringify({
    manifest: text,
    ...(signature && { signature: encodeSignature(signature) }),
    ...(publicKey !== undefined && { publicKey }),
  })
}

/**
 * Reads a manifest as served. It checks neither the signature nor the times.
 * @throws InvalidManifestError - also on an unknown format
 */
export function parseSignedManifest(value: unknown): SignedManifest {
  const object = asObject(value)
  if (object === undefined) throw new InvalidManifestError('A signed manifest is an object.')
  const text = asString(field(object, 'manifest'), manifestLimits.textLength)
  if (text === undefined)
    throw new InvalidManifestError(`A manifest is a text of at most ${manifestLimits.textLength} characters.`)
  const signature = field(object, 'signature')
  const publicKey = field(object, 'publicKey')
  if (publicKey !== undefined && !isHash(publicKey))
    throw new InvalidManifestError('A public key has 64 lowercase hex digits.')
  return {
    manifest: parseManifest(text),
    text,
    signature: signature === undefined ? undefined : decodeSignature(signature),
    publicKey,
  }
}

/** The input of a listing's digest, wherever the listing came from. The digest is the first half of this text's sha256. */
export function listingDigestInput(listing: Listing): string {
  return JSON.stringify(formatListing(listing))
}

function parseManifest(text: string): RegistryManifest {
  const object = asObject(parseJson(text))
  if (object === undefined) throw new InvalidManifestError('A manifest is a JSON object.')
  if (field(object, 'format') !== format)
    throw new InvalidManifestError(`Only format ${format} of a manifest is known here.`)
  const version = asInteger(field(object, 'version'), 1, Number.MAX_SAFE_INTEGER)
  const createdAt = asInteger(field(object, 'createdAt'), 0, Number.MAX_SAFE_INTEGER)
  const expiresAt = asInteger(field(object, 'expiresAt'), 0, Number.MAX_SAFE_INTEGER)
  const total = asInteger(field(object, 'total'), 0, manifestLimits.total)
  if (version === undefined) throw new InvalidManifestError('version is a whole number from 1.')
  if (createdAt === undefined || expiresAt === undefined || expiresAt <= createdAt)
    throw new InvalidManifestError('createdAt and expiresAt are milliseconds, one after the other.')
  if (total === undefined) throw new InvalidManifestError(`total is a whole number from 0 to ${manifestLimits.total}.`)
  const pages = parsePages(field(object, 'pages'))
  if (pages.length > total || pages.length * manifestLimits.pageEntries < total)
    throw new InvalidManifestError(`pages hold 1 to ${manifestLimits.pageEntries} of the listings each.`)
  const digests = field(object, 'digests')
  const images = field(object, 'images')
  if (!isHash(digests) || !(images === undefined || isHash(images)))
    throw new InvalidManifestError('digests and images are each a sha256 of 64 lowercase hex digits.')
  return { version, createdAt, expiresAt, total, pages, digests, ...(images !== undefined && { images }) }
}

function parsePages(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > manifestLimits.pages || !value.every(isHash))
    throw new InvalidManifestError(`pages are at most ${manifestLimits.pages} sha256 of 64 lowercase hex digits.`)
  return [...value]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidManifestError('A manifest is JSON.', { cause })
  }
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && hexPattern.test(value)
}

function encodeSignature(signature: Uint8Array): string {
  const text = btoa(String.fromCharCode(...signature))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '')
  decodeSignature(text)
  return text
}

function decodeSignature(value: unknown): Uint8Array {
  if (typeof value !== 'string' || !signaturePattern.test(value))
    throw new InvalidManifestError('A signature is 64 bytes as base64url without padding.')
  return Uint8Array.from(atob(value.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
}
