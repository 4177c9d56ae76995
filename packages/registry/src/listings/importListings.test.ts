import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { formatListing } from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runHere } from '../runCli.fixture.ts'
import { checkListings } from './checkListings.ts'
import { type ImportOptions, importListings } from './importListings.ts'
import { loadListings } from './loadListings.ts'
import { readRegistryAnswer } from './registryShapes.ts'

// Invented entries, in the shapes that each registry is known to answer with.
const explorerEntry = {
  id: 'a'.repeat(64),
  name: 'Quay',
  homepage: 'https://quay.example',
  image_id: '00000000-0000-0000-0000-000000000000',
  order: 10,
  app: {
    browser: '',
    ios: 'https://apps.apple.com/us/app/quay/id1',
    android: null,
    mac: '',
    chrome: 'https://evil.example/',
  },
  injected: [{ namespace: 'eip155', injected_id: 'isQuay' }],
  mobile: { native: 'quay:', universal: 'https://app.quay.example' },
  desktop: { native: '', universal: 'javascript:alert(1)' },
}
const v3Entry = {
  ...explorerEntry,
  injected: null,
  chains: ['eip155:1', 'eip155:10'],
  rdns: 'example.quay',
  metadata: { shortName: 'Q' },
}
const walletsEntry = {
  id: 'b'.repeat(64),
  name: 'Pier Wallet',
  homepage: 'https://pier.example/',
  image_id: 'x',
  order: 1,
  chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  mobile_link: 'pier://',
  desktop_link: null,
  webapp_link: 'https://web.pier.example',
  link_mode: 'https://link.pier.example/wc',
  app_store: 'https://apps.apple.com/app/pier/id2',
  play_store: 'https://play.google.com/store/apps/details?id=example.pier',
  chrome_store: null,
  rdns: 'example.pier',
  injected: null,
}
const tonEntry = {
  app_name: 'tonQuay',
  name: 'TON Quay',
  image: 'https://ton.quay.example/a.png',
  about_url: 'https://ton.quay.example',
  universal_url: 'https://ton.quay.example/connect',
  bridge: [{ type: 'sse', url: 'https://bridge.quay.example' }],
  platforms: ['ios'],
}

const options: ImportOptions = { present: [], source: 'explorer', chains: [], isUpdate: false }
function importAll(value: unknown, given: Partial<ImportOptions> = {}) {
  const answer = readRegistryAnswer(value)
  if (answer === undefined) throw new TypeError('no answer')
  return importListings(answer, { ...options, ...given })
}
const explorerPage = (...entries: readonly { readonly id: string }[]) => ({
  listings: Object.fromEntries(entries.map((entry) => [entry.id, entry])),
  total: entries.length,
})

describe('shapes of other registries', () => {
  test('normalises an operator’s own relays, and drops malformed ones with the reason', () => {
    const relays = ['wss://relay.example:443/', 'https://relay.example', 7]
    const [outcome] = importAll({ listings: [{ ...explorerEntry, relays }] })
    expect(outcome).toMatchObject({ status: 'taken', listing: { relays: ['wss://relay.example'] } })
    expect(outcome?.notes).toContainEqual(expect.objectContaining({ field: 'relays.1' }))
  })

  test.each([
    ['/w3m/v1, an object by id', explorerPage(explorerEntry)],
    ['/w3m/v1, an array', { listings: [explorerEntry], total: 1 }],
    ['/v3/wallets', { listings: { [v3Entry.id]: v3Entry }, count: 1, total: 1 }],
    [
      '/api/v2/wallets',
      { listings: { [explorerEntry.id]: { ...explorerEntry, chains: ['eip155:1'], versions: ['1', '2'] } } },
    ],
    ['/getWallets', { count: 1, data: [walletsEntry] }],
    ['TON’s wallets-v2.json', [tonEntry]],
    [
      'TON’s list as its SDK has it',
      [
        {
          appName: 'quay',
          name: 'Quay',
          imageUrl: 'x',
          aboutUrl: 'https://quay.example',
          universalLink: 'x',
          platforms: [],
        },
      ],
    ],
    ['our own /v1/wallets', { listings: [formatListing(loadListings()[0] ?? expect.fail())], total: 68, page: 1 }],
  ])('%s: each entry becomes a file that passes the check', (_, page) => {
    const [outcome, ...others] = importAll(page)
    expect(others).toEqual([])
    expect(outcome).toMatchObject({ status: 'taken' })
    const listing = outcome?.status === 'taken' ? outcome.listing : expect.fail()
    expect(new Set(Object.values(listing.sources))).toEqual(new Set(['explorer']))
    expect(listing.image_id).toBeNull()
    const file = { file: `${listing.id}.json`, text: `${JSON.stringify(listing, null, 2)}\n` }
    expect(checkListings([file], () => undefined).filter(({ level }) => level === 'error')).toEqual([])
  })

  test('converts the explorer’s links to our form, and gives the reason for refused ones', () => {
    const [outcome] = importAll(explorerPage(explorerEntry))
    expect(outcome).toMatchObject({
      status: 'taken',
      listing: {
        homepage: 'https://quay.example/',
        app: { ios: 'https://apps.apple.com/app/quay/id1' },
        mobile: { native: 'quay://', universal: 'https://app.quay.example/' },
        desktop: { native: null, universal: null },
        chains: ['eip155'],
      },
    })
    expect(outcome?.notes.map(({ field, what }) => `${field} ${what}`).sort()).toEqual([
      expect.stringMatching(/^app\.chrome .*store’s own host/),
      expect.stringMatching(/^desktop\.universal .*begins with "javascript:"/),
    ])
  })

  test.each([
    [['1', '2'], 'quay://'],
    [[], 'quay://'],
    [undefined, 'quay://'],
    [[2], 'quay://'],
    [['1'], null],
  ])('an extension of the versions %j keeps its store, and has the link %s', (versions, native) => {
    const [outcome] = importAll({ listings: [{ ...explorerEntry, versions }], total: 1 })
    expect(outcome).toMatchObject({
      status: 'taken',
      listing: { app: { ios: expect.any(String) }, mobile: { native } },
    })
  })

  test.each([
    [{ native: 'https://swapped.example/', universal: 'swapped://' }],
    [{ native: ' https://swapped.example ', universal: 'swapped' }],
    [{ native: 'swapped:', universal: 'https://swapped.example' }],
  ])('F40 puts the links %j right, which are in the other’s place', (mobile) => {
    const [outcome] = importAll({ listings: [{ ...explorerEntry, mobile }], total: 1 })
    const links = { native: 'swapped://', universal: 'https://swapped.example/' }
    expect(outcome).toMatchObject({ status: 'taken', listing: { mobile: links } })
  })

  test('F40 a scheme in the other place is read without an address as well', () => {
    const [outcome] = importAll({
      listings: [{ ...explorerEntry, mobile: { native: '', universal: 'quay://' } }],
      total: 1,
    })
    expect(outcome).toMatchObject({ status: 'taken', listing: { mobile: { native: 'quay://', universal: null } } })
  })

  test.each([[['1', '137']], [[1, 137]], ['1, 137']])('reads the chains %j as ids of EVM chains', (chains) => {
    const [outcome] = importAll({ listings: [{ ...explorerEntry, chains }], total: 1 })
    expect(outcome).toMatchObject({ status: 'taken', listing: { chains: ['eip155:1', 'eip155:137'] } })
  })

  test('/getWallets: an https link is universal, another the app’s scheme', () => {
    const links = (entry: object) => {
      const [outcome] = importAll({ data: [{ ...walletsEntry, ...entry }], count: 1 })
      return outcome?.status === 'taken' ? outcome.listing : undefined
    }
    expect(links({})?.mobile).toEqual({ native: 'pier://', universal: 'https://link.pier.example/wc/' })
    expect(links({})?.desktop).toEqual({ native: null, universal: 'https://web.pier.example/' })
    expect(links({ mobile_link: 'https://pier.example/go' })?.mobile).toEqual({
      native: null,
      universal: 'https://pier.example/go/',
    })
  })

  test('TON: reports that its links take no pairing URI', () => {
    const [outcome] = importAll([tonEntry])
    expect(outcome).toMatchObject({
      status: 'taken',
      id: 'tonquay',
      listing: { chains: ['tvm'], mobile: { universal: null } },
    })
    expect(outcome?.notes).toMatchObject([{ field: 'universal_url', what: expect.stringMatching(/pairing URI/) }])
  })

  test('reads chains from one text; without any the caller may name them', () => {
    const chainsOf = (entry: object, chains: readonly string[] = []) => {
      const [outcome] = importAll({ listings: [{ ...v3Entry, ...entry }], total: 1 }, { chains })
      return outcome?.status === 'taken' ? outcome.listing.chains : outcome?.notes.map(({ what }) => what)
    }
    expect(chainsOf({ chains: 'eip155:1,eip155:56' })).toEqual(['eip155:1', 'eip155:56'])
    expect(chainsOf({ chains: ['eip155:1', 'not a chain', 7] })).toEqual(['eip155:1'])
    expect(chainsOf({ chains: [] })).toEqual([
      expect.stringMatching(/store’s own/),
      expect.stringMatching(/javascript/),
      'No chain is named.',
    ])
    expect(chainsOf({ chains: null }, ['eip155'])).toEqual(['eip155'])
  })

  test.each([null, 7, 'x', {}, { listings: 7 }, { data: {} }])('%j is not an answer of a registry', (value) => {
    expect(readRegistryAnswer(value)).toBeUndefined()
  })
})

describe('refusals', () => {
  const refusedOf = (entry: object, given: Partial<ImportOptions> = {}) =>
    importAll(explorerPage({ ...explorerEntry, ...entry }), given).map(({ status, notes }) => [
      status,
      notes.map(({ what }) => what).join(' '),
    ])

  test.each([
    ['no name', { name: '' }, /names no wallet/],
    ['a name nobody sees', { name: '\u200b\u202e' }, /nobody sees/],
    ['no way to the wallet', { app: {}, mobile: {}, desktop: {} }, /neither be opened nor installed/],
    ['version 1 alone', { versions: ['1'], injected: null, chains: ['eip155:1'] }, /no links of version 2.*neither be/],
    ['no way to sign', { sdks: ['auth_v1'], injected: [], chains: ['eip155:1'] }, /no links of version 2.*neither be/],
  ])('%s', (_, entry, reason) => {
    expect(refusedOf(entry)).toEqual([['refused', expect.stringMatching(reason)]])
  })

  test('T-13: a look-alike of an existing listing, or of an earlier entry', () => {
    const [first] = importAll(explorerPage(explorerEntry))
    const present =
      first?.status === 'taken'
        ? [{ file: `${first.id}.json`, text: `${JSON.stringify(first.listing, null, 2)}\n` }]
        : []
    const other = { id: 'other', name: 'Qu\u0430y', mobile: { native: 'other:' } }
    expect(refusedOf(other, { present })).toEqual([['refused', expect.stringMatching(/looks like "Quay"/)]])
    const both = importAll({ listings: [explorerEntry, { ...explorerEntry, ...other }], total: 2 })
    expect(both.map(({ status }) => status)).toEqual(['taken', 'refused'])
  })

  test('of a repeated id the first counts', () => {
    const outcomes = importAll({ listings: [explorerEntry, { ...explorerEntry, name: 'Pier' }], total: 2 })
    expect(outcomes.map(({ status, name }) => `${name} ${status}`).sort()).toEqual(['Pier refused', 'Quay taken'])
  })

  test('replaces a malformed id by one of our form', () => {
    const [outcome] = importAll({ listings: [{ ...explorerEntry, id: '../../Étc Pass' }], total: 1 })
    expect(outcome).toMatchObject({ status: 'taken', id: 'etc-pass' })
  })

  test('Z-4: any entry gives an outcome, and accepted ones pass the check', { timeout: 300_000 }, () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.webUrl(),
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('quay:', 'intent://x', '__proto__'),
    )
    const links = fc.record({ native: value, universal: value }, { requiredKeys: [] })
    const entry = fc.record(
      {
        id: value,
        name: value,
        homepage: value,
        app: fc.dictionary(fc.constantFrom('ios', 'mac', 'browser', '__proto__'), value),
        mobile: links,
        desktop: links,
        chains: value,
        rdns: value,
        mobile_link: value,
        webapp_link: value,
        app_store: value,
        aboutUrl: value,
        appName: value,
        injected: value,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
        for (const page of [entries, { listings: entries, total: 1 }, { data: entries, count: 1 }]) {
          const outcomes = importAll(page, { chains: ['eip155'] })
          expect(outcomes.length).toBe(entries.length)
          const taken = outcomes.flatMap((outcome) => (outcome.status === 'taken' ? [outcome.listing] : []))
          const texts = taken.map((listing) => ({
            file: `${listing.id}.json`,
            text: `${JSON.stringify(listing, null, 2)}\n`,
          }))
          expect(checkListings(texts, () => undefined).filter(({ level }) => level === 'error')).toEqual([])
        }
      }),
      { numRuns: isNight ? 5_000 : 50 },
    )
  })
})

describe('the command', () => {
  function makeFolder(): {
    readonly folder: string
    readonly page: string
    readonly run: (...args: string[]) => Promise<[number, string]>
  } {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'listings'))
    const page = join(folder, 'page.json')
    writeFileSync(page, JSON.stringify({ listings: [v3Entry, { ...v3Entry, id: 'none', name: '' }], total: 2 }))
    const run = async (...args: string[]): Promise<[number, string]> => {
      const { code, stdout, stderr } = await runHere(
        ['import', ...args, '--source', 'explorer', '--listings', join(folder, 'listings')],
        { fetch },
      )
      return [Number(code), stdout + stderr]
    }
    return { folder: join(folder, 'listings'), page, run }
  }
  const file = `${v3Entry.id}.json`

  test('writes files, reports refused and skipped entries with reasons, and exits with 1 if any', async () => {
    const { folder, page, run } = makeFolder()
    const [code, output] = await run(page)
    expect(code).toBe(1)
    expect(readdirSync(folder)).toEqual([file])
    expect(output).toMatch(/refused: an entry\n {2}It names no wallet\.\n/)
    expect(output).toMatch(/written: Quay \(a{64}\)\n {2}app\.chrome: /)
    expect(output).toMatch(/1 written, 0 there already, 1 refused\.\n$/)
  })

  test('never overwrites without --update, and keeps the image with it', async () => {
    const { folder, page, run } = makeFolder()
    await run(page)
    const written = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const edited = {
      ...written,
      homepage: null,
      image_id: 'c'.repeat(64),
      sources: { ...written.sources, homepage: undefined, image_id: 'owner' },
    }
    const text = `${JSON.stringify(edited, null, 2)}\n`
    writeFileSync(join(folder, file), text)
    expect((await run(page))[1]).toMatch(/0 written, 1 there already, 1 refused/)
    expect(readFileSync(join(folder, file), 'utf8')).toBe(text)
    await run(page, '--update')
    expect(JSON.parse(readFileSync(join(folder, file), 'utf8'))).toMatchObject({
      homepage: 'https://quay.example/',
      image_id: 'c'.repeat(64),
    })
  })

  test('--json prints the same for a program', async () => {
    const { page, run } = makeFolder()
    const outcomes = JSON.parse((await run(page, '--json'))[1])
    expect(outcomes.map(({ status }: { status: string }) => status).sort()).toEqual(['refused', 'taken'])
  })

  test.each([
    ['a file that is not there', 'missing.json', /cannot be read/],
    ['an address in the open', 'http://registry.example/', /Only https/],
  ])('reports %s in one line', async (_, place, reason) => {
    const [code, output] = await makeFolder().run(place)
    expect(code).toBe(1)
    expect(output).toMatch(reason)
  })

  test('never writes to an installed package', async () => {
    const args = ['import', 'x.json', '--source', 'a', '--listings', '/node_modules/@hawser/registry/listings']
    expect(await runHere(args)).toMatchObject({ code: 1, stderr: expect.stringMatching(/Name your own folder/) })
  })
})
