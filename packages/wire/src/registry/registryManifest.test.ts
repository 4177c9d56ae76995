import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatListing,
  formatManifest,
  formatSignedManifest,
  InvalidListingError,
  InvalidManifestError,
  listingDigestInput,
  manifestLimits,
  manifestSigningInput,
  parseListing,
  parseSignedManifest,
  type RegistryManifest,
  registryPaths,
} from '../index.ts'

const hash = (digit: string) => digit.repeat(64)
const manifest: RegistryManifest = {
  version: 7,
  createdAt: 1_700_000_000_000,
  expiresAt: 1_700_604_800_000,
  total: 101,
  pages: [hash('a'), hash('b')],
  digests: hash('c'),
}
const signature = Uint8Array.from({ length: 64 }, (_, index) => (index * 37) % 256)
const publicKey = hash('d')

/** A served manifest in which some fields of the text are changed. */
function served(change: Record<string, unknown> = {}, beside: Record<string, unknown> = {}): unknown {
  return { manifest: JSON.stringify({ ...JSON.parse(formatManifest(manifest)), ...change }), ...beside }
}

function refused(value: unknown): void {
  expect(() => parseSignedManifest(value)).toThrow(InvalidManifestError)
}

test('parses its own output, with the signed text unchanged', () => {
  const text = formatManifest(manifest)
  expect(JSON.parse(text)).toEqual({ format: 1, ...manifest })
  expect(parseSignedManifest(JSON.parse(formatSignedManifest({ text, signature, publicKey })))).toEqual({
    manifest,
    text,
    signature,
    publicKey,
  })
  const unsigned = { text, signature: undefined, publicKey: undefined }
  expect(JSON.parse(formatSignedManifest(unsigned))).toEqual({ manifest: text })
  expect(parseSignedManifest(JSON.parse(formatSignedManifest(unsigned)))).toEqual({ manifest, ...unsigned })
})

test('names images by one hash, and by none if no wallet has one', () => {
  const withImages = { ...manifest, images: hash('e') }
  expect(parseSignedManifest({ manifest: formatManifest(withImages) }).manifest).toEqual(withImages)
  expect(Object.keys(parseSignedManifest(served()).manifest)).not.toContain('images')
})

test('an empty registry has no pages', () => {
  expect(parseSignedManifest(served({ total: 0, pages: [] })).manifest).toMatchObject({ total: 0, pages: [] })
})

test('T-104: the signed text begins with its own line, and covers every character', () => {
  const bytes = manifestSigningInput('{"name":"Kaí"}')
  expect(new TextDecoder().decode(bytes)).toBe('hawser-registry-manifest-v1\n{"name":"Kaí"}')
  expect(manifestSigningInput('{}')).not.toEqual(manifestSigningInput('{} '))
})

describe('T-104: refused', () => {
  test.each([0, 2, '1', 1.5, null, undefined])('format %j', (format) => refused(served({ format })))
  test.each([0, -1, 1.5, '7', 2 ** 53, null, undefined])('version %j', (version) => refused(served({ version })))
  test.each([-1, '1700000000000', 1.5, null, undefined])('createdAt %j', (createdAt) => refused(served({ createdAt })))
  test.each([manifest.createdAt, 0, -1, '9', 1e300, null, undefined])('expiresAt %j', (expiresAt) =>
    refused(served({ expiresAt })),
  )
  test.each([-1, 1.5, '101', manifestLimits.total + 1, 1, 0, 201, null, undefined])('total %j', (total) =>
    refused(served({ total })),
  )
  test.each([
    [[]],
    [[hash('a')]],
    [[hash('a'), hash('B')]],
    [[hash('a'), `${hash('b')}0`]],
    [[hash('a'), `../${hash('b').slice(3)}`]],
    [[hash('a'), 1]],
    [{ length: 2, 0: hash('a'), 1: hash('b') }],
    [hash('a')],
    [null],
    [undefined],
  ])('pages %j', (pages) => refused(served({ pages })))
  test.each([hash('C'), hash('c').slice(1), `${hash('c')}\n`, null, undefined, [hash('c')]])('digests %j', (digests) =>
    refused(served({ digests })),
  )
  test.each([hash('E'), hash('e').slice(1), '', null, [hash('e')]])('images %j', (images) =>
    refused(served({ images })),
  )
  test.each([hash('D'), hash('d').slice(1), '', null, 1, [hash('d')]])('public key %j', (key) =>
    refused(served({}, { publicKey: key })),
  )
  test.each([
    '',
    'A'.repeat(85),
    'A'.repeat(87),
    `${'A'.repeat(86)}==`,
    // Bits beyond the 64th byte: another text of the same signature.
    `${'A'.repeat(85)}B`,
    `${'A'.repeat(84)}+A`,
    null,
    [...signature],
  ])('signature %j', (text) => refused(served({}, { signature: text })))

  test.each([
    undefined,
    null,
    [],
    'text',
    7,
    {},
    { manifest: null },
    { manifest: {} },
    { manifest: '' },
    { manifest: '[]' },
    { manifest: 'null' },
    { manifest: '{' },
  ])('malformed manifest: %j', refused)

  test('10,001 pages, and a text of more than 1 MiB', () => {
    refused(served({ total: 1_000_000, pages: Array.from({ length: 10_001 }, () => hash('a')) }))
    refused({ manifest: `${formatManifest(manifest)}${' '.repeat(manifestLimits.textLength)}` })
  })

  test('does not write a signature of another length', () => {
    const text = formatManifest(manifest)
    expect(() => formatSignedManifest({ text, signature: signature.subarray(1), publicKey })).toThrow(
      InvalidManifestError,
    )
  })
})

test('reads the largest registry', () => {
  const pages = Array.from({ length: manifestLimits.pages }, () => hash('a'))
  expect(parseSignedManifest(served({ total: manifestLimits.total, pages })).manifest.pages).toHaveLength(10_000)
})

describe('T-15: __proto__ and constructor', () => {
  test('ignores inherited fields', () => {
    refused(JSON.parse(`{"__proto__":${JSON.stringify(served())}}`))
    const text = formatManifest(manifest).replace('"format":1,', '')
    refused({ manifest: text.replace('{', '{"__proto__":{"format":1},') })
  })

  test('leave no trace on the result', () => {
    const text = formatManifest(manifest).replace(
      '{',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
    )
    const signed = parseSignedManifest(JSON.parse(`{"__proto__":{"polluted":1},"manifest":${JSON.stringify(text)}}`))
    expect(Object.keys(signed.manifest).sort()).toEqual(Object.keys(manifest).sort())
    expect(signed.manifest).not.toHaveProperty('polluted')
    expect(signed).not.toHaveProperty('polluted')
    expect({}).not.toHaveProperty('polluted')
  })
})

test('Z-4: reads any JSON or refuses it with the code, never anything else', () => {
  const outcome = (value: unknown) => {
    try {
      return parseSignedManifest(value).manifest.total >= 0
    } catch (error) {
      return error instanceof InvalidManifestError
    }
  }
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (text, signature) =>
      outcome({ manifest: JSON.stringify(text), signature }),
    ),
    { numRuns: runs(5_000) },
  )
  const fields = fc.constantFrom('format', 'version', 'createdAt', 'expiresAt', 'total', 'pages', 'digests')
  fc.assert(
    fc.property(fields, fc.jsonValue(), (name, value) => outcome(served({ [name]: value }))),
    { numRuns: runs(5_000) },
  )
})

describe('the digest of a listing', () => {
  const raw = {
    rdns: 'example.quay',
    chains: ['eip155:1'],
    name: 'Quay Wallet',
    id: 'quay',
    mobile: { universal: 'https://quay.example/app', native: 'quay://' },
    app: { android: 'https://play.google.com/store/apps/details?id=q', ios: 'https://apps.apple.com/app/quay/id1' },
    homepage: 'https://QUAY.example',
  }

  test('is the same for any order and unknown fields', () => {
    const listing = parseListing(raw)
    const again = parseListing({ ...JSON.parse(listingDigestInput(listing)), promoted: true })
    expect(listingDigestInput(again)).toBe(listingDigestInput(listing))
    expect(JSON.parse(listingDigestInput(listing))).toEqual(formatListing(listing))
  })

  test.each([
    { name: 'Quay  Wallet 2' },
    { mobile: { ...raw.mobile, native: 'guay://' } },
    { homepage: 'https://quay.example/a' },
    { image_id: 'quay' },
    { rdns: 'example.guay' },
    { chains: [] },
  ])('is different after a change: %j', (change) => {
    expect(listingDigestInput(parseListing({ ...raw, ...change }))).not.toBe(listingDigestInput(parseListing(raw)))
  })

  test('of any listing stays the same when written and read back', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    const link = fc.oneof(text, fc.webUrl({ withQueryParameters: true, withFragments: true }))
    const anything = fc.record({ name: text, homepage: link, chains: fc.array(text), rdns: text })
    fc.assert(
      fc.property(anything, link, (fields, native) => {
        try {
          const listing = parseListing({ ...raw, ...fields, mobile: { native, universal: fields.homepage } })
          const input = listingDigestInput(listing)
          expect(listingDigestInput(parseListing(JSON.parse(input)))).toBe(input)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidListingError)
        }
      }),
      { numRuns: runs(5_000) },
    )
  })
})

test('finds the files of a bundle below the address of the registry', () => {
  expect(registryPaths.manifest).toBe('v1/manifest.json')
  expect(registryPaths.page(hash('a'))).toBe(`v1/pages/${hash('a')}.json`)
  expect(registryPaths.digests(hash('c'))).toBe(`v1/digests/${hash('c')}.bin`)
  expect(registryPaths.imageDigests(hash('f'))).toBe(`v1/images/${hash('f')}.json`)
  expect(registryPaths.image(hash('e'), 'md', 'webp')).toBe(`v1/images/${hash('e')}/md.webp`)
})
