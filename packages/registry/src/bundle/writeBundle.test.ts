import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { parseListing, registryPaths } from '@hawser/wire'
import { expect, test } from 'vitest'
import type { Bundle } from './bundle.ts'
import { loadBundle } from './loadBundle.ts'
import { publicKey, sampleBundle, sampleImage, sampleListings } from './sampleBundle.fixture.ts'
import { writeBundle } from './writeBundle.ts'

const options = { publicKeys: [publicKey], checksListings: true }

/** A version that shares no file with other versions. */
function versionOf(version: number): Bundle {
  const { imageId, image } = sampleImage(`version ${version}`)
  const listing = parseListing({ id: `wallet-of-${version}`, name: `Wallet of ${version}`, image_id: imageId })
  return sampleBundle({ version, listings: [listing, ...sampleListings(2)], images: new Map([[imageId, image]]) })
}

function filesIn(folder: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => statSync(join(folder, path)).isFile()).sort()
}

test('keeps the previous version for clients with its manifest, and removes the one before', () => {
  const folder = temporaryFolder()
  for (const version of [1, 2, 3, 4]) writeBundle(versionOf(version), folder)
  expect(loadBundle(folder, options).manifest.version).toBe(4)
  expect(filesIn(folder)).toEqual([...new Set([...versionOf(3).files.keys(), ...versionOf(4).files.keys()])].sort())
  expect(readdirSync(join(folder, 'v1/images')).filter((name) => !name.endsWith('.json'))).toHaveLength(2)
})

test('a write cut off at any file leaves the served version whole, and the next one succeeds', () => {
  const folder = temporaryFolder()
  writeBundle(versionOf(1), folder)
  const next = versionOf(2)
  expect(next.files.size).toBe(10)
  for (const path of next.files.keys()) {
    // A folder in place of the new file: permissions do not stop root, but a folder does.
    const blocked = join(folder, `${path}.new`)
    mkdirSync(blocked, { recursive: true })
    expect(() => writeBundle(next, folder)).toThrow(/EISDIR/)
    expect(loadBundle(folder, options)).toEqual(loadBundle(writtenAlone(versionOf(1)), options))
    rmdirSync(blocked)
  }
  writeBundle(next, folder)
  expect(loadBundle(folder, options).manifest.version).toBe(2)
})

test('keeps foreign files, and removes the remains of an aborted write', () => {
  const folder = temporaryFolder()
  const [kept, left] = ['v1/pages/notes.txt', `v1/pages/${'a'.repeat(64)}.json.new`]
  mkdirSync(join(folder, 'v1/pages'), { recursive: true })
  for (const path of [kept, left, 'index.html']) writeFileSync(join(folder, path), 'x')
  writeBundle(versionOf(1), folder)
  expect([kept, 'index.html', left].map((path) => existsSync(join(folder, path)))).toEqual([true, true, false])
})

test('replaces a damaged version', () => {
  const folder = temporaryFolder()
  writeBundle(versionOf(1), folder)
  writeFileSync(join(folder, registryPaths.manifest), '{')
  writeBundle(versionOf(2), folder)
  expect(filesIn(folder)).toEqual([...versionOf(2).files.keys()].sort())
})

function writtenAlone(bundle: Bundle): string {
  const folder = temporaryFolder()
  writeBundle(bundle, folder)
  return folder
}
