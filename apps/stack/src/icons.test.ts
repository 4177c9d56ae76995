import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadListings } from '@hawser/registry'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, test } from 'vitest'
import { loadListingsWithIcons, prepareIcons } from './icons.ts'

const listings = resolve(import.meta.dirname, '../../../packages/registry/listings')
const names = loadListings().map(({ name }) => name)

function load(folder: string | undefined) {
  const lines: string[] = []
  const found = loadListingsWithIcons(folder, (line) => lines.push(line))
  return { ...found, lines, shown: found.listings.filter(({ imageId }) => imageId !== undefined).map(({ id }) => id) }
}

/** A folder as `npm run icons` makes one, in which Rabby has an image. Its bytes need not be one: they are not decoded here. */
function createIcons(imageId: string): string {
  const folder = temporaryFolder()
  const listing = JSON.parse(readFileSync(join(listings, 'rabby.json'), 'utf8'))
  writeFileSync(join(folder, 'rabby.json'), JSON.stringify({ ...listing, name: 'Of yesterday', image_id: imageId }))
  mkdirSync(join(folder, 'images', imageId), { recursive: true })
  for (const size of ['sm', 'md', 'lg'])
    for (const type of ['webp', 'png']) writeFileSync(join(folder, 'images', imageId, `${size}.${type}`), 'an icon')
  return folder
}
/** sha256 of what is in its files. */
const imageId = '5c7eb42696ec26e5f6bf7d7d935f9454ad27400b25ea3239976503b38b77d0fa'

test('without a folder, or before npm run icons, the listings are as they come, and a line says how to get icons', () => {
  expect(load(undefined)).toMatchObject({ shown: [], lines: [] })
  const { shown, images, lines } = load('/nowhere')
  expect([shown, images.size]).toEqual([[], 0])
  expect(lines).toEqual(['Wallets are shown by their initials. npm run icons gets their icons, once.'])
})

test('with it each wallet has its icon; names and links are those of the listings of today', () => {
  const { shown, images, listings: found, lines } = load(createIcons(imageId))
  expect(lines).toEqual([`1 of ${names.length} wallets have an icon.`])
  expect([shown, [...images.keys()]]).toEqual([['rabby'], [imageId]])
  expect(found.map(({ name }) => name)).toEqual(names)
})

test('a damaged folder keeps nothing from starting', () => {
  const { shown, images, lines } = load(createIcons('0'.repeat(64)))
  expect([shown, images.size, lines.length]).toEqual([[], 0, 1])
  expect(lines[0]).toContain('npm run icons makes them anew')
})

/** An installed package of icons that has one of Rabby, drawn for the test. */
function createIconPackage(licence: string | undefined): string {
  const folder = temporaryFolder()
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="red"/></svg>'
  const code = `var icon = "data:image/svg+xml,${encodeURIComponent(image)}";\nexport {\n  icon as default\n};\n`
  const facts = { name: '@rainbow-me/rainbowkit', version: '2.0.0', license: 'MIT' }
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(facts))
  writeFileSync(join(folder, 'dist/rabbyWallet-AAAA1111.js'), code)
  if (licence !== undefined) writeFileSync(join(folder, 'LICENSE'), licence)
  return folder
}

test('a start makes the icons of an installed package, once; without one there are none', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const icons = createIconPackage('MIT License')
  const folder = join(temporaryFolder(), 'icons')
  await prepareIcons(folder, log, '/nowhere')
  expect([lines, load(folder).shown]).toEqual([[], []])
  for (const _ of ['first start', 'second start']) await prepareIcons(folder, log, icons)
  expect([lines, load(folder).shown]).toEqual([['preparing the icons of wallets …'], ['rabby']])
})

test('a package that has no icons to take keeps nothing from starting', async () => {
  const folder = join(temporaryFolder(), 'icons')
  await prepareIcons(folder, () => {}, createIconPackage(undefined))
  expect(load(folder)).toMatchObject({ shown: [], lines: [expect.stringContaining('npm run icons')] })
})
