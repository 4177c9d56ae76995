import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadListings } from '@hawser/registry'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, test } from 'vitest'
import { stackAddresses } from './addresses.ts'
import { demoListing } from './demoListing.ts'
import { loadListingsWithIcons, prepareIcons } from './icons.ts'

const listings = resolve(import.meta.dirname, '../../../packages/registry/listings')
const names = loadListings().map(({ name }) => name)

function load(folder: string | undefined) {
  const lines: string[] = []
  const found = loadListingsWithIcons(folder, (line) => lines.push(line))
  return { ...found, lines, shown: found.listings.filter(({ imageId }) => imageId !== undefined).map(({ id }) => id) }
}

/**
 * Creates a folder as `hawser registry icons` leaves it, in which Rabby has an image. The image's bytes are not decoded here.
 */
function createIcons(imageId: string): string {
  const folder = temporaryFolder()
  const listing = JSON.parse(readFileSync(join(listings, 'rabby.json'), 'utf8'))
  writeFileSync(join(folder, 'rabby.json'), JSON.stringify({ ...listing, name: 'Of yesterday', image_id: imageId }))
  mkdirSync(join(folder, 'images', imageId), { recursive: true })
  for (const size of ['sm', 'md', 'lg'])
    for (const type of ['webp', 'png']) writeFileSync(join(folder, 'images', imageId, `${size}.${type}`), 'an icon')
  return folder
}
/** The sha256 of the contents of the image's files. */
const imageId = '5c7eb42696ec26e5f6bf7d7d935f9454ad27400b25ea3239976503b38b77d0fa'

test('without a folder the listings are unchanged', () => {
  const { shown, images, lines, listings: found } = load(undefined)
  expect([shown, images.size, lines, found.map(({ name }) => name)]).toEqual([[], 0, [], names])
})

test('with it each wallet has its icon; names and links are those of the current listings', () => {
  const { shown, images, listings: found, lines } = load(createIcons(imageId))
  expect(lines).toEqual([`1 of ${names.length} wallets have an icon.`])
  expect([shown, [...images.keys()]]).toEqual([['rabby'], [imageId]])
  expect(found.map(({ name }) => name)).toEqual(names)
})

test.each([
  ['a damaged folder', () => createIcons('0'.repeat(64))],
  ['a folder that is not there', () => '/nowhere'],
])('%s does not prevent a start', (_, folder) => {
  const { shown, images, lines } = load(folder())
  expect([shown, images.size, lines]).toEqual([[], 0, [expect.stringContaining('cannot be used')]])
})

/** Creates an installed package of icons with an icon of Rabby, drawn for the test. */
function createIconPackage(version: string, licence: string | undefined = 'MIT License'): string {
  const folder = temporaryFolder()
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="red"/></svg>'
  const code = `var icon = "data:image/svg+xml,${encodeURIComponent(image)}";\nexport {\n  icon as default\n};\n`
  const facts = { name: '@rainbow-me/rainbowkit', version, license: 'MIT' }
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(facts))
  writeFileSync(join(folder, 'dist/rabbyWallet-AAAA1111.js'), code)
  if (licence !== '') writeFileSync(join(folder, 'LICENSE'), licence)
  return folder
}

function prepareHere(signal?: AbortSignal) {
  const cache = join(temporaryFolder(), 'icons')
  const lines: string[] = []
  const prepare = (packageFolder: string) =>
    prepareIcons(cache, { log: (line) => lines.push(line), packageFolder, ...(signal && { signal }) })
  return { cache, lines, prepare }
}

test('makes icons once for each version of the package, with that of the demo wallet', async () => {
  const { cache, lines, prepare } = prepareHere()
  const first = createIconPackage('2.0.0')
  const folders = [await prepare(first), await prepare(first)]
  expect([lines, load(folders[0]).shown]).toEqual([['making the icons of wallets …'], ['rabby']])
  expect(folders[1]).toBe(folders[0])
  const demo = demoListing(stackAddresses('127.0.0.1', 4400))
  const [own] = loadListingsWithIcons(folders[0], () => {}, demo).listings
  expect(own).toEqual({ ...demo, imageId: expect.any(String) })
  expect(readdirSync(join(folders[0] ?? '', 'licences'))).toEqual(['rainbow-me-rainbowkit-2.0.0.txt'])
  const second = await prepare(createIconPackage('2.0.1'))
  expect([load(second).shown, lines.length]).toEqual([['rabby'], 2])
  expect(readdirSync(cache)).toEqual([second?.slice(cache.length + 1)])
})

test.each([
  ['no package is installed', '/nowhere', []],
  ['it comes without its licence', createIconPackage('2.0.0', ''), ['making the icons of wallets …']],
])('makes no icons if %s', async (_, packageFolder, said) => {
  const { cache, lines, prepare } = prepareHere()
  expect([await prepare(packageFolder), lines]).toEqual([undefined, said])
  if (said.length > 0) expect(readdirSync(cache)).toEqual([])
})

test('a stop ends the work and leaves nothing unfinished', async () => {
  const stopped = new AbortController()
  const { cache, prepare } = prepareHere(stopped.signal)
  const made = prepare(createIconPackage('2.0.0'))
  stopped.abort()
  expect([await made, readdirSync(cache)]).toEqual([undefined, []])
})
