import {
  BaseError,
  type ListingPage,
  listingDigestInput,
  manifestLimits,
  manifestSigningInput,
  parseSignedManifest,
  type RegistryManifest,
  registryPaths,
} from '@hawser/wire'
import { RegistryUntrustedError } from '../errors.ts'
import { type FetchWorld, parseJsonBytes } from '../platform/fetchJson.ts'
import type { KeyValue } from '../platform/keyValue.ts'
import { createRegistryFiles, throttlePerMinute } from './files.ts'
import { createPlatformCrypto } from './platformCrypto.ts'
import { createRegistryVersions } from './versions.ts'

/** The signed contents of a registry. No unsigned part is used: every method throws when a part differs from the signed one. */
export type SignedBundle = {
  /**
   * Resolves to the manifest: signed with a pinned key, not expired, not older than one seen before.
   * @throws RegistryUntrustedError; Error - the manifest cannot be loaded
   */
  manifest(signal: AbortSignal): Promise<RegistryManifest>
  /**
   * Resolves to an answer with only the listings that are in the bundle, word for word. If some are missing, answer and
   * bundle may belong to two releases: the answer is requested again, past all caches, and then the manifest.
   * @throws RegistryUntrustedError - no listing is in the bundle; Error - the digests cannot be loaded
   */
  keep(answer: ListingPage, askAgain: RefetchListings, signal: AbortSignal): Promise<ListingPage>
  /**
   * Requests the manifest again, unless that was done a moment ago. Resolves to whether it was requested.
   * @throws RegistryUntrustedError; Error - the manifest cannot be loaded
   */
  renew(signal: AbortSignal): Promise<boolean>
  /**
   * Resolves to the bytes of a page of the bundle. Undefined if there is no such page.
   * @throws RegistryUntrustedError; Error - the page cannot be loaded
   */
  page(hash: string, signal: AbortSignal): Promise<Uint8Array | undefined>
}

/** Requests an answer again. Resolves to its current state, or to the reason for its absence. */
export type RefetchListings = () => Promise<ListingPage | { readonly refusal: unknown }>

export type SignedBundleOptions = FetchWorld & {
  /** The registry's address, without a trailing slash. */
  readonly address: string
  /** ed25519 public keys of 64 hex digits. A signature with any of these keys is accepted. */
  readonly registryKey: string | readonly string[]
  readonly storage: KeyValue
  readonly now: () => number
  readonly subtle: SubtleCrypto | undefined
}

type Opened = {
  readonly manifest: RegistryManifest
  /** Loaded when the first answer has to be checked. */
  digests: ReadonlySet<string> | undefined
}

const fileBytes = 2 * 1024 * 1024
const keyPattern = /^[0-9a-f]{64}$/

/**
 * Creates the signed contents of a registry. Sends nothing before a method is called.
 * @throws RegistryUntrustedError - the pinned value is not a key
 */
export function createSignedBundle(options: SignedBundleOptions): SignedBundle {
  const { now } = options
  const files = createRegistryFiles(options, options.address)
  const { sha256, isSignedBy } = createPlatformCrypto(options)
  const versions = createRegistryVersions(options.storage)
  const keys = [options.registryKey].flat().map((key) => key.toLowerCase())
  if (keys.length === 0 || !keys.every((key) => keyPattern.test(key)))
    throw untrusted('`registryKey` takes ed25519 public keys of 64 hex digits.')
  let opened: Opened | undefined
  const renew = throttlePerMinute(now, reopen)

  async function current(signal: AbortSignal): Promise<Opened> {
    return opened !== undefined && now() < opened.manifest.expiresAt ? opened : reopen(signal)
  }

  async function reopen(signal: AbortSignal): Promise<Opened> {
    const manifest = await fetchManifest(signal)
    const digests = opened?.manifest.digests === manifest.digests ? opened.digests : undefined
    opened = { manifest, digests }
    return opened
  }

  async function fetchManifest(signal: AbortSignal): Promise<RegistryManifest> {
    const bytes = await files.read(registryPaths.manifest, fileBytes, signal)
    if (bytes === undefined) throw untrusted('It has no manifest.')
    const { manifest, text, signature } = parseManifest(bytes)
    if (signature === undefined) throw untrusted('Its manifest is not signed.')
    const signer = await findSigner(signature, manifestSigningInput(text))
    if (signer === undefined) throw untrusted('Its manifest is not signed with a key this page trusts.')
    if (now() >= manifest.expiresAt) throw untrusted('Its manifest has expired.')
    if (!versions.accept(signer, manifest.version)) throw untrusted('It is older than one that was seen before.')
    return manifest
  }

  /** Finds the pinned key that made a signature. The signer that the manifest claims is ignored. */
  async function findSigner(signature: Uint8Array, input: Uint8Array): Promise<string | undefined> {
    for (const key of keys) {
      if (
        await isSignedBy(
          Uint8Array.from(key.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16)),
          signature,
          input,
        )
      )
        return key
    }
    return undefined
  }

  /** Reads a file and checks its hash. Undefined if there is no such file. */
  async function readSigned(
    path: string,
    hash: string,
    signal: AbortSignal,
    expectedBytes = 0,
  ): Promise<Uint8Array | undefined> {
    const bytes = await files.read(path, Math.max(fileBytes, expectedBytes), signal, expectedBytes)
    if (bytes !== undefined && toHex(await sha256(bytes)) !== hash)
      throw untrusted('A file is not the one that was signed.')
    return bytes
  }

  async function fetchDigests({ digests, total }: RegistryManifest, signal: AbortSignal) {
    const { digestBytes } = manifestLimits
    const bytes = await readSigned(registryPaths.digests(digests), digests, signal, total * digestBytes)
    if (bytes === undefined) return undefined
    const found = new Set<string>()
    for (let at = 0; at < bytes.length; at += digestBytes) found.add(toText(bytes.subarray(at, at + digestBytes)))
    return found
  }

  /** Keeps only the listings whose digests are in the bundle. Undefined if the file of digests is missing. */
  async function keepKnown(answer: ListingPage, signal: AbortSignal): Promise<ListingPage | undefined> {
    const bundle = await current(signal)
    bundle.digests ??= await fetchDigests(bundle.manifest, signal)
    const { digests } = bundle
    if (digests === undefined) return undefined
    const found = await Promise.all(
      answer.listings.map(async (listing) => {
        const digest = await sha256(new TextEncoder().encode(listingDigestInput(listing)))
        return digests.has(toText(digest.subarray(0, manifestLimits.digestBytes))) ? [listing] : []
      }),
    )
    return { ...answer, listings: found.flat() }
  }

  return {
    manifest: async (signal) => (await current(signal)).manifest,
    async keep(answer, askAgain, signal) {
      if (answer.listings.length === 0) return answer
      let asked = answer
      let kept = await keepKnown(asked, signal)
      const isWhole = () => kept?.listings.length === asked.listings.length
      if (!isWhole()) {
        const again = await askAgain().catch(() => answer)
        if ('listings' in again) asked = again
        kept = await keepKnown(asked, signal)
      }
      if (!isWhole() && (await renew(signal))) kept = await keepKnown(asked, signal)
      if (kept === undefined) throw untrusted('A file is missing that its manifest names.')
      if (kept.listings.length === 0 && asked.listings.length > 0)
        throw untrusted('None of the wallets it named is among those that were signed.')
      return kept
    },
    renew,
    page: (hash, signal) => readSigned(registryPaths.page(hash), hash, signal),
  }
}

function parseManifest(bytes: Uint8Array) {
  try {
    return parseSignedManifest(parseJsonBytes(bytes))
  } catch (cause) {
    throw untrusted(cause instanceof BaseError ? cause.message : 'Its manifest is not JSON.', cause)
  }
}

function untrusted(reason: string, cause?: unknown): RegistryUntrustedError {
  return new RegistryUntrustedError(`The list of wallets cannot be trusted and is not used. ${reason}`, { cause })
}

/** Converts bytes to a text of equal length, for look-ups in a set. */
function toText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
