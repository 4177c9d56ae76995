import { createHash } from 'node:crypto'
import {
  formatListing,
  formatManifest,
  formatSignedManifest,
  type Listing,
  listingDigestInput,
  manifestLimits,
  manifestSigningInput,
  type RegistryManifest,
  registryPaths,
} from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'

// Test support. The `.fixture` ending keeps this file out of the build.

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Returns the public key of the signer of this name, as a page pins it. */
export const keyOf = (signer: string) => Buffer.from(ed25519.getPublicKey(sha256(signer))).toString('hex')

export const hashOf = (bytes: Uint8Array | string) => sha256(bytes).toString('hex')

/** The files of a registry's bundle, by path. Tests can change them. */
export type TestFiles = Map<string, Uint8Array>

/** Returns the file of a manifest, signed by `signer`, or unsigned. */
function signManifest(manifest: RegistryManifest, signer: string | undefined): Uint8Array {
  const text = formatManifest(manifest)
  const signature = signer === undefined ? undefined : ed25519.sign(manifestSigningInput(text), sha256(signer))
  return bytesOf(formatSignedManifest({ text, signature, publicKey: signer && keyOf(signer) }))
}

/** Creates a bundle of these listings, signed by `registry` unless `signer` names another. */
export function createTestBundle(
  listings: readonly Listing[],
  more: Partial<RegistryManifest> & { readonly signer?: string | undefined; readonly pageEntries?: number } = {},
): TestFiles {
  const { signer = 'registry', pageEntries = manifestLimits.pageEntries, ...change } = more
  const files: TestFiles = new Map()
  const pages: string[] = []
  for (let at = 0; at < listings.length; at += pageEntries) {
    const page = bytesOf(JSON.stringify({ listings: listings.slice(at, at + pageEntries).map(formatListing) }))
    pages.push(hashOf(page))
    files.set(registryPaths.page(hashOf(page)), page)
  }
  const digests = Buffer.concat(
    listings.map((listing) => sha256(listingDigestInput(listing)).subarray(0, manifestLimits.digestBytes)),
  )
  files.set(registryPaths.digests(hashOf(digests)), digests)
  const manifest = {
    version: 1,
    createdAt: 1_600_000_000_000,
    expiresAt: 1_800_000_000_000,
    total: listings.length,
    pages,
    digests: hashOf(digests),
    ...change,
  }
  files.set(registryPaths.manifest, signManifest(manifest, signer))
  return files
}

/** Creates a `fetch` that answers from files and, with `answer`, like a registry's service. Other paths are not found. */
export function serveTestRegistry(files: TestFiles, answer?: (params: URLSearchParams) => Response) {
  const asked: string[] = []
  const serve: typeof fetch = async (input) => {
    const { pathname, searchParams } = new URL(String(input))
    asked.push(pathname)
    if (answer !== undefined && pathname === '/w3m/v1/getAllListings') return answer(searchParams)
    const bytes = files.get(pathname.slice(1))
    if (bytes === undefined)
      return new Response('<h1>404</h1>', { status: 404, headers: { 'content-type': 'text/html' } })
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'application/octet-stream' } })
  }
  return { fetch: serve, asked }
}

/** Changes a byte in the middle of every file that matches `path`. */
export function spoil(files: TestFiles, path: string | RegExp): void {
  for (const [name, bytes] of files) {
    if (typeof path === 'string' ? name !== path : !path.test(name)) continue
    const spoilt = new Uint8Array(bytes)
    const at = spoilt.length >> 1
    spoilt[at] = (spoilt[at] ?? 0) ^ 1
    files.set(name, spoilt)
  }
}
