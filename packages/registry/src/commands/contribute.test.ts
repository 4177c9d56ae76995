import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readListingFile } from '../listings/listingFile.ts'
import { runHere } from '../runCli.fixture.ts'

/** Exit code, standard output and standard error of one command line. */
async function run(...args: readonly string[]): Promise<readonly [unknown, string, string]> {
  const { code, stdout, stderr } = await runHere(args, { now: () => 0 })
  return [code, stdout, stderr]
}
const add = (folder: string, name: string, ...args: readonly string[]) =>
  run('add', '--listings', folder, '--name', name, '--mac', 'https://quay.example/get', ...args)

test('add: writes facts in the form of a listing, each with its source', async () => {
  const folder = temporaryFolder()
  const page = 'https://quay.example/press'
  const [code] = await add(
    folder,
    '  Quay\u00a0 Wallet ',
    '--homepage',
    'https://QUAY.example',
    '--mobile-native',
    'quay',
    '--source',
    page,
  )
  expect(code).toBe(0)
  const { listing, faults } = readListingFile(JSON.parse(readFileSync(join(folder, 'quay-wallet.json'), 'utf8')))
  expect(faults).toEqual([])
  expect(listing).toMatchObject({
    id: 'quay-wallet',
    name: 'Quay Wallet',
    homepage: 'https://quay.example/',
    chains: ['eip155'],
  })
  expect(listing?.mobile).toEqual({ native: 'quay://', universal: null })
  const given = ['name', 'homepage', 'app.mac', 'mobile.native', 'chains']
  expect(listing?.sources).toEqual(Object.fromEntries(given.map((field) => [field, page])))
})

test('add: a wallet of the operator’s own names the relays that it listens on', async () => {
  const folder = temporaryFolder()
  await add(folder, 'Quay', '--relays', 'wss://Relay.example:443/, ws://localhost:4402')
  const { relays, sources } = JSON.parse(readFileSync(join(folder, 'quay.json'), 'utf8'))
  expect(relays).toEqual(['wss://relay.example', 'ws://localhost:4402'])
  expect(sources.relays).toBe('owner')
  expect(await add(folder, 'Pier', '--relays', 'https://relay.example')).toEqual([
    1,
    '',
    expect.stringMatching(/relays\.0: "https:\/\/relay\.example" is not a relay/),
  ])
})

test('add: does not overwrite a listing, and writes nothing that the check refuses', async () => {
  const folder = temporaryFolder()
  await add(folder, 'Quay')
  const text = readFileSync(join(folder, 'quay.json'), 'utf8')
  expect(await add(folder, 'Quay', '--rdns', 'example.quay')).toEqual([1, '', expect.stringMatching(/already exists/)])
  expect(await add(folder, 'Qu\u0430y', '--id', 'other')).toEqual([1, '', expect.stringMatching(/looks like "Quay"/)])
  expect(await add(folder, '\u94b1\u5305')).toEqual([1, '', expect.stringMatching(/not an id/)])
  expect((await run('add', '--listings', folder))[2]).toMatch(/--name is missing/)
  expect(readdirSync(folder)).toEqual(['quay.json'])
  expect(readFileSync(join(folder, 'quay.json'), 'utf8')).toBe(text)
})

test('check: checks a file against its folder; warnings count on request', async () => {
  const folder = temporaryFolder()
  await add(folder, 'Quay', '--mobile-native', 'quay')
  await add(folder, 'Pier', '--mobile-native', 'quay')
  const file = join(folder, 'quay.json')
  expect(await run('check', '--listings', folder)).toEqual([
    0,
    expect.stringMatching(/2 listings checked: 0 errors, 1 warning\.\n$/),
    '',
  ])
  expect(await run('check', file)).toEqual([
    0,
    expect.stringMatching(/also the scheme of "Pier"[\s\S]*1 listing checked/),
    '',
  ])
  expect((await run('check', '--strict', file))[0]).toBe(1)
  expect(JSON.parse((await run('check', '--json', file))[1])).toMatchObject([
    { level: 'warning', file: 'quay.json', field: 'mobile.native' },
  ])
  expect((await run('check', join(folder, 'none.json')))[2]).toMatch(/There is no none\.json/)
  expect((await run('check', file, join(temporaryFolder(), 'quay.json')))[2]).toMatch(/one folder/)
  expect((await run('check', '--listings', join(folder, 'none')))[2]).toMatch(/cannot be read/)
})

test('check --write: formats a file, and does not change its meaning', async () => {
  const folder = temporaryFolder()
  await add(folder, 'Quay')
  const file = join(folder, 'quay.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, JSON.stringify(JSON.parse(text)))
  expect((await run('check', file))[0]).toBe(1)
  expect((await run('check', '--write', file))[0]).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('image add: the listing names the image and its permission; a second one replaces it', async () => {
  const folder = temporaryFolder()
  await add(folder, 'Quay')
  const draw = async (colour: string) => {
    const file = join(temporaryFolder(), 'a.txt')
    writeFileSync(
      file,
      await sharp({ create: { width: 99, height: 99, channels: 3, background: colour } })
        .png()
        .toBuffer(),
    )
    return file
  }
  const wallet = ['--wallet', 'quay', '--listings', folder]
  const listing = () => JSON.parse(readFileSync(join(folder, 'quay.json'), 'utf8'))
  expect((await run('image', 'add', ...wallet, await draw('#ff0000')))[0]).toBe(0)
  const { image_id: first, sources } = listing()
  expect(sources.image_id).toBe('owner')
  expect(
    (await run('image', 'add', ...wallet, await draw('#00ff00'), '--source', 'https://quay.example/brand'))[0],
  ).toBe(0)
  expect(listing()).toMatchObject({
    image_id: expect.not.stringMatching(first),
    sources: { image_id: 'https://quay.example/brand' },
  })
  expect(await run('check', '--listings', folder, '--strict')).toEqual([
    0,
    expect.stringMatching(/0 errors, 0 warnings/),
    '',
  ])
  expect(readdirSync(join(folder, 'images'))).toEqual([listing().image_id])
  rmSync(join(folder, 'images', listing().image_id, 'sm.png'))
  expect(await run('check', '--listings', folder)).toEqual([
    1,
    expect.stringMatching(/image_id: The image cannot be served/),
    '',
  ])
})

test('image add: reports a malformed image or an unknown wallet in one line, and writes nothing', async () => {
  const folder = temporaryFolder()
  await add(folder, 'Quay')
  const image = join(temporaryFolder(), 'quay.png')
  writeFileSync(image, 'quay')
  const refused = async (reason: RegExp, ...args: readonly string[]) => {
    expect(await run('image', ...args, '--listings', folder)).toEqual([
      expect.any(Number),
      '',
      expect.stringMatching(reason),
    ])
  }
  await refused(/not a PNG, JPEG, WebP or SVG/, 'add', '--wallet', 'quay', image)
  await refused(/cannot be read/, 'add', '--wallet', 'quay', join(folder, 'none.png'))
  await refused(/pier\.json cannot be read/, 'add', '--wallet', 'pier', image)
  await refused(/id of a listing/, 'add', '--wallet', '../quay', image)
  await refused(/--wallet is missing/, 'add', image)
  await refused(/names no source/, 'add', '--wallet', 'quay', image, '--source', 'Because I say so')
  await refused(/hawser registry image add/, 'remove', '--wallet', 'quay', image)
  writeFileSync(image, new Uint8Array(3 * 1024 * 1024))
  await refused(/2097152 are allowed/, 'add', '--wallet', 'quay', image)
  mkdirSync(join(folder, 'sub'))
  await refused(/cannot be read/, 'add', '--wallet', 'quay', join(folder, 'sub'))
  expect(readdirSync(folder).sort()).toEqual(['quay.json', 'sub'])
})
