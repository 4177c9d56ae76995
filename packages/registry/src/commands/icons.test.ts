import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, test } from 'vitest'
import { loadBundle } from '../bundle/loadBundle.ts'
import { createIconPackage, iconFile, square } from '../images/iconPackage.fixture.ts'
import { loadIcons } from '../listings/loadIcons.ts'
import { loadListings } from '../listings/loadListings.ts'
import { runHere } from '../runCli.fixture.ts'

/** Exit code, standard output and standard error of one command line. */
async function run(...args: readonly string[]): Promise<readonly [unknown, string, string]> {
  const { code, stdout, stderr } = await runHere(args, { now: () => 1_800_000_000_000 })
  return [code, stdout, stderr]
}

/** A folder of listings: Quay, Pier, Mole and Slip. */
async function createListings(): Promise<string> {
  const folder = temporaryFolder()
  for (const name of ['Quay', 'Pier', 'Mole', 'Slip'])
    await run('add', '--listings', folder, '--name', name, '--mac', 'https://quay.example/get')
  return folder
}
const build = async (listings: string) => {
  const out = join(temporaryFolder(), 'bundle')
  expect((await run('build', '--listings', listings, '--out', out))[0]).toBe(0)
  return { out, bundle: loadBundle(out) }
}
const shownBy = (listings: ReturnType<typeof loadListings>) =>
  listings.flatMap(({ id, imageId }) => (imageId === undefined ? [] : [id])).sort()

test('icons: adds each wallet’s own, keeps existing ones, and prints the count', async () => {
  const folder = await createListings()
  const picture = join(folder, 'slip.svg')
  writeFileSync(picture, square('green'))
  expect((await run('image', 'add', '--wallet', 'slip', picture, '--listings', folder))[0]).toBe(0)
  rmSync(picture)
  const own = loadListings(folder).find(({ id }) => id === 'slip')?.imageId
  const icons = createIconPackage({
    'quayWallet-AAAA1111.js': iconFile(encodeURIComponent(square('red'))),
    'slipWallet-AAAA1111.js': iconFile(encodeURIComponent(square('blue'))),
    'moleWallet-AAAA1111.js': iconFile(encodeURIComponent(square('red').replace('<rect', '<image href="x"/><rect'))),
  })
  const [code, output, failure] = await run('icons', '--package', icons, '--listings', folder)
  expect([code, output]).toEqual([0, '2 of 4 wallets have an icon, 1 of them from @rainbow-me/rainbowkit 2.0.0.\n'])
  expect(failure.split('\n').sort()).toEqual([
    '',
    expect.stringMatching(/^Mole: The SVG shows another image\./),
    'Pier: @rainbow-me/rainbowkit 2.0.0 has no icon of it.',
  ])
  const listings = loadListings(folder)
  expect(shownBy(listings)).toEqual(['quay', 'slip'])
  expect(listings.find(({ id }) => id === 'slip')?.imageId).toBe(own)
  const { sources } = JSON.parse(readFileSync(join(folder, 'quay.json'), 'utf8'))
  expect(sources.image_id).toBe('https://www.npmjs.com/package/@rainbow-me/rainbowkit/v/2.0.0')
  const [licence = ''] = readdirSync(join(folder, 'licences'))
  const text = readFileSync(join(folder, 'licences', licence), 'utf8')
  expect(licence).toBe('rainbow-me-rainbowkit-2.0.0.txt')
  for (const part of ['Quay (quay)', 'marks of their owners', 'MIT License']) expect(text).toContain(part)
  expect(text).not.toContain('Slip')
  expect((await run('check', '--listings', folder))[0]).toBe(0)
})

test('icons: a build with the package has them and their licence; one without it works too', async () => {
  const folder = await createListings()
  const before = await build(folder)
  expect([before.bundle.images.size, before.bundle.listings.length]).toEqual([0, 4])
  expect(existsSync(join(before.out, 'licences'))).toBe(false)
  const icons = createIconPackage({ 'quayWallet-AAAA1111.js': iconFile(encodeURIComponent(square('red'))) })
  expect((await run('icons', '--package', icons, '--listings', folder))[0]).toBe(0)
  const { out, bundle } = await build(folder)
  expect([bundle.images.size, shownBy(bundle.listings)]).toEqual([1, ['quay']])
  expect(readdirSync(join(out, 'licences'))).toEqual(['rainbow-me-rainbowkit-2.0.0.txt'])
  // A second run has nothing left to give, and the licence file of the first run stays.
  expect(await run('icons', '--package', createIconPackage({}), '--listings', folder)).toEqual([
    0,
    '1 of 4 wallets have an icon, 0 of them from @rainbow-me/rainbowkit 2.0.0.\n',
    expect.stringContaining('has no icon of it'),
  ])
  expect(readFileSync(join(folder, 'licences/rainbow-me-rainbowkit-2.0.0.txt'), 'utf8')).toContain('Quay (quay)')
})

test('icons: reports missing input in one line, and does not write to an installed package', async () => {
  const icons = createIconPackage({})
  expect(await run('icons', '--package', icons)).toEqual([2, '', expect.stringMatching(/--listings is missing/)])
  expect(await run('icons', '--listings', temporaryFolder())).toEqual([
    2,
    '',
    expect.stringMatching(/--package is missing/),
  ])
  const installed = join(temporaryFolder(), 'node_modules/listings')
  mkdirSync(installed, { recursive: true })
  expect(await run('icons', '--package', icons, '--listings', installed)).toEqual([
    1,
    '',
    expect.stringMatching(/an installed package/),
  ])
})

test('loadIcons: gives listings the icons of another folder by id, and keeps every other fact', async () => {
  const [folder, facts] = [await createListings(), await createListings()]
  const icons = createIconPackage({ 'quayWallet-AAAA1111.js': iconFile(encodeURIComponent(square('red'))) })
  await run('icons', '--package', icons, '--listings', folder)
  const listings = loadListings(facts)
  const found = loadIcons(listings, folder)
  expect(shownBy(found.listings)).toEqual(['quay'])
  expect(found.listings.map(({ imageId: _, ...rest }) => rest)).toEqual(listings.map(({ imageId: _, ...rest }) => rest))
  expect([...found.images.keys()]).toEqual(found.listings.flatMap(({ imageId }) => imageId ?? []))
  rmSync(join(folder, 'images'), { recursive: true })
  expect(() => loadIcons(listings, folder)).toThrow()
})
