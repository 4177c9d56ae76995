import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { formatManifest, formatSignedManifest, type RegistryManifest, registryPaths } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { InvalidBundleError } from '../errors.ts'
import { type Bundle, createBundle } from './bundle.ts'
import { publicKeyOf, signManifest } from './bundleKey.ts'
import { loadBundle } from './loadBundle.ts'
import { createdAt, publicKey, sampleBundle, sampleListings, signingKey } from './sampleBundle.fixture.ts'
import { sha256Hex } from './sha256.ts'
import { mapImageFiles } from './walletImage.ts'
import { writeBundle } from './writeBundle.ts'

const publicKeys = [publicKey]
const otherKey = new Uint8Array(32).fill(9)

function written(bundle: Bundle = sampleBundle()): string {
  const folder = temporaryFolder()
  writeBundle(bundle, folder)
  return folder
}

/** Writes a bundle whose manifest and files `change` replaces, with a valid signature, and returns its folder. */
function forged(
  change: (manifest: RegistryManifest, files: Map<string, string | Uint8Array>) => RegistryManifest,
): string {
  const folder = written()
  const files = new Map<string, string | Uint8Array>()
  const text = formatManifest(change(sampleBundle().manifest, files))
  const signature = signManifest(text, signingKey)
  files.set(registryPaths.manifest, formatSignedManifest({ text, signature, publicKey }))
  for (const [path, content] of files) writeFileSync(join(folder, path), content)
  return folder
}

function pathsOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
}

function refuses(folder: string, message: string | RegExp, keys: readonly string[] = publicKeys): void {
  expect(() => loadBundle(folder, { publicKeys: keys })).toThrow(InvalidBundleError)
  expect(() => loadBundle(folder, { publicKeys: keys })).toThrow(message)
}

describe('reads back a written bundle', () => {
  test('whole: manifest, listings in their order, images, files', () => {
    const bundle = sampleBundle({ listings: [...sampleBundle().listings, ...sampleListings(250, {}).slice(3)] })
    expect(bundle.manifest.pages).toHaveLength(3)
    const files = [...bundle.files].map(
      ([path, file]) => [path, { ...file, bytes: new Uint8Array(file.bytes) }] as const,
    )
    for (const checksListings of [false, true])
      expect(loadBundle(written(bundle), { publicKeys, checksListings })).toEqual({ ...bundle, files: new Map(files) })
  })

  test('without keys: signed, and not signed', () => {
    expect(loadBundle(written()).manifest.version).toBe(7)
    const { images } = sampleBundle()
    const contents = { listings: sampleListings(1), images, version: 1, createdAt, expiresAt: createdAt + 1 }
    expect(loadBundle(written(createBundle(contents))).listings).toEqual(sampleListings(1))
  })

  test('empty', () => {
    expect(loadBundle(written(sampleBundle({ listings: [] })), { publicKeys }).listings).toEqual([])
  })

  test('one of several keys is enough, and other files in the folder are ignored', () => {
    const folder = written()
    writeFileSync(join(folder, 'v1/pages/notes.txt'), 'x')
    expect(loadBundle(folder, { publicKeys: [publicKeyOf(otherKey), publicKey] }).manifest.version).toBe(7)
  })
})

describe('T-104: refuses one changed byte', () => {
  test('at every place of the small files, at many of the others, each bit in turn', { timeout: 120_000 }, () => {
    const folder = written()
    const paths = pathsOf(folder)
    // Manifest, page, digests, digests of images, six files of one image.
    expect(paths).toHaveLength(10)
    for (const path of paths) {
      const file = join(folder, path)
      const bytes = readFileSync(file)
      const step = bytes.length > 400 && !isNight ? 13 : 1
      for (let at = 0; at < bytes.length; at += step) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
        writeFileSync(file, changed)
        expect(() => loadBundle(folder, { publicKeys }), `${path} at ${at}`).toThrow(InvalidBundleError)
      }
      writeFileSync(file, bytes)
    }
    expect(loadBundle(folder, { publicKeys }).manifest.version).toBe(7)
  })

  test('also without keys, if the bundle names its own', () => {
    const folder = written()
    const file = join(folder, registryPaths.manifest)
    const bytes = readFileSync(file)
    for (let at = 0; at < bytes.length; at += isNight ? 1 : 3) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(file, changed)
      expect(() => loadBundle(folder), `at ${at}`).toThrow(InvalidBundleError)
    }
  })

  test('a byte too many, one too few, an empty file, and no file', () => {
    for (const path of pathsOf(written())) {
      const change = (action: (file: string) => void) => {
        const folder = written()
        action(join(folder, path))
        refuses(folder, /./)
      }
      change((file) => writeFileSync(file, '\n', { flag: 'a' }))
      change((file) => truncateSync(file, statSync(file).size - 1))
      change((file) => truncateSync(file, 0))
      change((file) => rmSync(file))
    }
  })
})

describe('T-104: signatures', () => {
  test('by another key, or missing', () => {
    refuses(written(), /trusted key/, [publicKeyOf(otherKey)])
    refuses(written(), /trusted key/, [])
    const { manifest, listings, images } = sampleBundle()
    refuses(written(createBundle({ ...manifest, listings, images })), /not signed/)
  })

  test('a bundle that names our key and is signed by another, and the other way round', () => {
    const folder = written()
    const { text } = { text: formatManifest(sampleBundle().manifest) }
    const write = (seed: Uint8Array, key: string | undefined) =>
      writeFileSync(
        join(folder, registryPaths.manifest),
        formatSignedManifest({ text, signature: signManifest(text, seed), publicKey: key }),
      )
    write(otherKey, publicKey)
    refuses(folder, /trusted key/)
    write(signingKey, publicKeyOf(otherKey))
    refuses(folder, /another key/)
    write(signingKey, undefined)
    expect(loadBundle(folder, { publicKeys }).manifest.version).toBe(7)
  })

  test('a signature of the bare text, without the line before it, is not valid', () => {
    expect(signManifest('x', signingKey)).not.toEqual(signManifest('hawser-registry-manifest-v1\nx', signingKey))
  })

  test('refuses a malformed key as such', () => {
    refuses(written(), /64 lowercase hex digits/, [publicKey.toUpperCase()])
  })
})

describe('T-100: signed mistakes', () => {
  test('pages that hold fewer or more than the manifest says', () => {
    refuses(
      forged((manifest) => ({ ...manifest, total: 3 })),
      /digests/,
    )
    refuses(
      forged((manifest) => ({ ...manifest, total: 5 })),
      /have 4 listings; the manifest says 5/,
    )
  })

  test('valid for more than 366 days, or until an impossible year', () => {
    const expiresAt = createdAt + 366 * 86_400_000
    const good = forged((manifest) => ({ ...manifest, expiresAt }))
    expect(loadBundle(good, { publicKeys }).manifest.expiresAt).toBe(expiresAt)
    refuses(
      forged((manifest) => ({ ...manifest, expiresAt: expiresAt + 1 })),
      /valid for more than 366 days/,
    )
    refuses(
      forged((manifest) => ({ ...manifest, createdAt: 8.64e15, expiresAt: 8.64e15 + 1 })),
      /not a valid year/,
    )
  })

  test('the same wallet twice', () => {
    const twice = forged((manifest, files) => {
      const { digests, pages } = manifest
      const bytes = sampleBundle().files.get(registryPaths.digests(digests))?.bytes ?? new Uint8Array()
      const both = Buffer.concat([bytes, bytes])
      files.set(registryPaths.digests(sha256Hex(both)), both)
      return { ...manifest, total: 8, digests: sha256Hex(both), pages: [...pages, ...pages] }
    })
    refuses(twice, /Two listings have the id/)
  })

  const page = (text: string) =>
    forged((manifest, files) => {
      files.set(registryPaths.page(sha256Hex(Buffer.from(text))), text)
      return { ...manifest, pages: [sha256Hex(Buffer.from(text))] }
    })

  test.each(['', '{', 'null', '[]', '{}', '{"listings":{}}', '{"listings":[{"id":"quay"}]}', '{"listings":[1]}'])(
    'a page that is malformed: %s',
    (text) => refuses(page(text), /is malformed/),
  )

  test('a page that lacks a listing', () => {
    refuses(page('{"listings":[]}'), /have 0 listings; the manifest says 4/)
  })

  test('a page of 101 listings, and one of more than 1 MiB', () => {
    refuses(page(JSON.stringify({ listings: Array.from({ length: 101 }, () => ({})) })), /is malformed/)
    refuses(page(`{"listings":[]}${' '.repeat(1024 * 1024)}`), /1048576 are allowed/)
  })

  test('T-10: a listing with a link that clients leave out, or a field they do not know', () => {
    const { files, manifest } = sampleBundle()
    const text = Buffer.from(files.get(registryPaths.page(manifest.pages[0] ?? ''))?.bytes ?? []).toString()
    const hostile = page(text.replace('"quay://"', '"javascript:alert(1)"'))
    expect(() => loadBundle(hostile, { publicKeys, checksListings: true })).toThrow(/is missing in/)
    const [quay] = loadBundle(hostile, { publicKeys }).listings.filter(({ id }) => id === 'quay')
    expect(quay?.mobile.native).toBeUndefined()
    const unknown = page(text.replace('"quay://"', '"quay://","promoted":true'))
    expect(loadBundle(unknown, { publicKeys, checksListings: true }).listings).toEqual(sampleBundle().listings)
  })

  const misnamed = { images: { ['a'.repeat(64)]: mapImageFiles(() => 'b'.repeat(64)) } }
  test.each([
    '{',
    '{}',
    '{"images":[]}',
    '{"images":{"../../quay":{}}}',
    `{"images":{"${'a'.repeat(64)}":{}}}`,
    JSON.stringify(misnamed),
  ])('digests of images that are malformed: %s', (text) => {
    const hash = sha256Hex(Buffer.from(text))
    const folder = forged((manifest, files) => {
      files.set(registryPaths.imageDigests(hash), text)
      return { ...manifest, images: hash }
    })
    refuses(folder, `v1/images/${hash}.json is malformed`)
  })
})

describe('T-101: a bundle cannot reach out of its folder', () => {
  const pagePath = registryPaths.page(sampleBundle().manifest.pages[0] ?? '')

  test.each([pagePath, 'v1/pages', 'v1', registryPaths.manifest])('by a link: %s', (path) => {
    const folder = written()
    const elsewhere = join(temporaryFolder(), 'elsewhere')
    renameSync(join(folder, path), elsewhere)
    symlinkSync(elsewhere, join(folder, path))
    refuses(folder, /link/)
  })

  test('accepts a link as the folder itself', () => {
    const link = join(temporaryFolder(), 'current')
    symlinkSync(written(), link)
    expect(loadBundle(link, { publicKeys }).manifest.version).toBe(7)
  })

  test('refuses a folder or a pipe in the place of a file at once', () => {
    for (const make of [mkdirSync, (file: string) => execFileSync('mkfifo', [file])]) {
      const folder = written()
      rmSync(join(folder, pagePath))
      make(join(folder, pagePath))
      refuses(folder, /is not a plain file/)
    }
  })

  test('no folder', () => {
    refuses(join(temporaryFolder(), 'missing'), /cannot be read \(ENOENT\)/)
  })

  test('an image of more than 1 MiB', () => {
    const folder = written()
    const path = pathsOf(folder).find((name) => name.endsWith('lg.webp')) ?? ''
    copyFileSync(join(folder, path), join(folder, `${path}.keep`))
    truncateSync(join(folder, path), 1024 * 1024 + 1)
    refuses(folder, /1048576 are allowed/)
  })
})
