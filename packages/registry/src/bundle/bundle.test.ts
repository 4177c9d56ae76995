import { createHash, createPublicKey, verify } from 'node:crypto'
import {
  formatListing,
  InvalidManifestError,
  type Listing,
  manifestLimits,
  parseListing,
  parseSignedManifest,
  registryPaths,
} from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { InvalidBundleError } from '../errors.ts'
import { type Bundle, createBundle, signBundle } from './bundle.ts'
import { publicKeyOf } from './bundleKey.ts'
import { createdAt, publicKey, sampleBundle, sampleImage, sampleListings, signingKey } from './sampleBundle.fixture.ts'

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest()
const textOf = (bundle: Bundle, path: string) => Buffer.from(bundle.files.get(path)?.bytes ?? []).toString()
const pagesOf = (bundle: Bundle) => bundle.manifest.pages.map((hash) => textOf(bundle, registryPaths.page(hash)))

describe('createBundle', () => {
  test('names every file but the manifest by the sha256 of its bytes, images by their lg.png', () => {
    const bundle = sampleBundle()
    for (const [path, { bytes, type }] of bundle.files) {
      if (path === registryPaths.manifest) continue
      const [, name = ''] = /([0-9a-f]{64})(?:\.|\/lg\.png$)/.exec(path) ?? []
      if (name !== '') expect([path, sha256(bytes).toString('hex')]).toEqual([path, name])
      expect(type).toBe(
        {
          json: 'application/json; charset=utf-8',
          bin: 'application/octet-stream',
          png: 'image/png',
          webp: 'image/webp',
        }[path.slice(path.lastIndexOf('.') + 1)],
      )
    }
    const { imageId } = sampleImage('quay')
    const { manifest } = bundle
    expect([...bundle.files.keys()].sort()).toEqual(
      [
        'v1/manifest.json',
        ...manifest.pages.map((hash) => `v1/pages/${hash}.json`),
        `v1/digests/${manifest.digests}.bin`,
        `v1/images/${manifest.images}.json`,
        ...['sm', 'md', 'lg'].flatMap((size) => [
          `v1/images/${imageId}/${size}.png`,
          `v1/images/${imageId}/${size}.webp`,
        ]),
      ].sort(),
    )
  })

  test('pages hold the listings in the order of answers, the digests of each in the same order', () => {
    const bundle = sampleBundle({ listings: sampleListings(250) })
    const pages = pagesOf(bundle).map((text): { listings: unknown[] } => JSON.parse(text))
    expect(pages.map(({ listings }) => listings.length)).toEqual([100, 100, 50])
    expect(pages.flatMap(({ listings }) => listings)).toEqual(bundle.listings.map(formatListing))
    const expected = bundle.listings.map((listing) => sha256(JSON.stringify(formatListing(listing))).subarray(0, 16))
    const digests = bundle.files.get(registryPaths.digests(bundle.manifest.digests))?.bytes ?? new Uint8Array()
    expect(Buffer.from(digests).equals(Buffer.concat(expected))).toBe(true)
  })

  test('T-100: no page is larger than a client accepts, with listings of any length', () => {
    const link = `https://wallet.example/${'/a'.repeat(1000)}`
    const stores = ['mac', 'windows', 'linux', 'browser'].map((store) => [store, link])
    const chains = Array.from({ length: 256 }, (_, index) => `eip155:${'9'.repeat(29)}${index}`)
    const app = Object.fromEntries(stores)
    const bundle = sampleBundle({ listings: sampleListings(150, { app, homepage: link, chains }) })
    const pages = pagesOf(bundle)
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(Buffer.byteLength(page)).toBeLessThanOrEqual(manifestLimits.pageBytes)
    for (const page of pages.slice(0, -1))
      expect(Buffer.byteLength(page)).toBeGreaterThan(0.9 * manifestLimits.pageBytes)
    expect(pages.flatMap((text) => JSON.parse(text).listings)).toHaveLength(150)
  })

  test('the same contents give the same bytes, in any order', () => {
    const contents = {
      ...sampleBundle().manifest,
      images: new Map([sampleImage('a'), sampleImage('b')].map(({ imageId, image }) => [imageId, image])),
      signingKey,
    }
    const ids = [...contents.images.keys()]
    const named = (id: string, index: number) => parseListing({ id, name: id, image_id: ids[index] })
    const listings = [...sampleListings(20), named('a', 0), named('b', 1)]
    const backwards = new Map([...contents.images].reverse())
    expect(createBundle({ ...contents, listings: [...listings].reverse(), images: backwards })).toEqual(
      createBundle({ ...contents, listings }),
    )
  })

  test('T-104: signs the manifest’s text as it is, with a key that anyone can verify', () => {
    const bundle = sampleBundle()
    const { text, signature } = parseSignedManifest(JSON.parse(bundle.manifestJson))
    const x = Buffer.from(publicKey, 'hex').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const input = `hawser-registry-manifest-v1\n${text}`
    expect(verify(null, Buffer.from(input), key, signature ?? new Uint8Array())).toBe(true)
    expect(textOf(bundle, registryPaths.manifest)).toBe(bundle.manifestJson)
  })

  test('the public key of a seed is that of RFC 8032, 7.1', () => {
    const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
    expect(publicKeyOf(Buffer.from(seed, 'hex'))).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    )
  })

  test('has no signature without a key', () => {
    const { listings, images, manifest } = sampleBundle()
    expect(Object.keys(JSON.parse(createBundle({ ...manifest, listings, images }).manifestJson))).toEqual(['manifest'])
  })

  test('leaves out images without a listing; without any images, makes no file of digests', () => {
    const { imageId, image } = sampleImage('other')
    const bundle = sampleBundle({ listings: sampleListings(1), images: new Map([[imageId, image]]) })
    expect(bundle.images.size).toBe(0)
    expect(bundle.manifest).not.toHaveProperty('images')
    expect([...bundle.files.keys()].filter((path) => path.startsWith('v1/images'))).toEqual([])
  })

  test('T-101: refuses an image that is not named after its lg.png', () => {
    const { imageId } = sampleImage('quay')
    const images = new Map([[imageId, sampleImage('other').image]])
    expect(() => sampleBundle({ images })).toThrow(InvalidBundleError)
  })

  test('refuses two listings of one id', () => {
    const [first] = sampleListings(1)
    const same: Listing[] = first === undefined ? [] : [first, { ...first, name: 'Another' }]
    expect(() => sampleBundle({ listings: same })).toThrow(/Two listings have the id wallet-0/)
  })

  test.each([{ version: 0 }, { version: 1.5 }, { expiresAt: createdAt }, { createdAt: -1 }])(
    'refuses numbers out of bounds: %j',
    (numbers) => {
      expect(() => sampleBundle(numbers)).toThrow(InvalidManifestError)
    },
  )

  test('T-104: makes nothing that is valid for more than 366 days', () => {
    const expiresAt = createdAt + 366 * 86_400_000
    expect(sampleBundle({ expiresAt }).manifest.expiresAt).toBe(expiresAt)
    expect(() => sampleBundle({ expiresAt: expiresAt + 1 })).toThrow(/valid for more than 366 days/)
  })
})

test('signBundle: signs the same text with another key, and changes nothing else', () => {
  const bundle = sampleBundle()
  const otherKey = new Uint8Array(32).fill(9)
  const signed = signBundle(bundle, otherKey)
  const [before, after] = [bundle, signed].map(({ manifestJson }) => parseSignedManifest(JSON.parse(manifestJson)))
  expect(after?.text).toBe(before?.text)
  expect(after?.publicKey).toBe(publicKeyOf(otherKey))
  expect(after?.signature).not.toEqual(before?.signature)
  const others = ({ files }: Bundle) => [...files].filter(([path]) => path !== registryPaths.manifest)
  expect(others(signed)).toEqual(others(bundle))
  expect(signBundle(signed, signingKey)).toEqual(bundle)
})
