import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isNight } from '@hawser/test-kit/night'
import { formatListing, parseListing } from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkListings, layOut } from './checkListings.ts'
import { storeForms } from './explainLink.ts'
import { formatListingFile, type ListingFile } from './listingFile.ts'
import { explainImageIn } from './listingFolder.ts'
import { makeListing } from './makeListing.ts'
import { formatProblems } from './problem.ts'

const folder = new URL('../../listings/', import.meta.url)
const ours = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }))

const quay = makeListing(
  {
    name: 'Quay',
    homepage: 'https://quay.example/',
    app: { ios: 'https://apps.apple.com/app/quay/id1', mac: 'https://quay.example/get' },
    mobile: { native: 'quay://', universal: 'https://quay.example/app/' },
    desktop: { universal: 'https://web.quay.example/' },
    chains: ['eip155', 'solana'],
    rdns: 'example.quay',
  },
  'owner',
)
const noImages = () => ({ what: 'There is none.', mend: 'Make it.' })
const check = (...texts: readonly { readonly file: string; readonly text: string }[]) => checkListings(texts, noImages)
const fileOf = (listing: object, file = 'quay.json') => ({ file, text: `${JSON.stringify(listing, null, 2)}\n` })
const errorsOf = (listing: object) => check(fileOf(listing)).filter(({ level }) => level === 'error')
const sourceOf = (...fields: readonly string[]) => ({
  sources: { ...quay.sources, ...Object.fromEntries(fields.map((field) => [field, 'owner'])) },
})

describe('the bundled listings', () => {
  test('are valid, each by itself and against the others', () => {
    expect(ours.length).toBeGreaterThanOrEqual(68)
    const images = explainImageIn(fileURLToPath(folder))
    expect(checkListings(ours, images).filter(({ level }) => level === 'error')).toEqual([])
  })

  test('keep every fact when read; README.md names each source', () => {
    const readme = readFileSync(new URL('README.md', folder), 'utf8')
    for (const { file, text } of ours) {
      const { sources, licence, ...facts } = JSON.parse(text)
      expect([file, facts]).toEqual([file, formatListing(parseListing(facts))])
      for (const source of Object.values<string>(sources)) {
        if (!source.startsWith('https://')) expect(readme).toContain(`| \`${source}\` |`)
      }
      expect(licence).toMatch(/^Facts only, no artwork/)
      // This repository contains no artwork of others.
      expect(facts.image_id).toBeNull()
    }
  })
})

test('a valid listing file has no problem', () => {
  expect(check(fileOf(quay))).toEqual([])
})

const faulty: readonly (readonly [string, object, string, RegExp, RegExp])[] = [
  ['an unknown field', { ...quay, icon: 'x' }, 'icon', /no such field/, /Remove it/],
  [
    'an unknown store',
    { ...quay, app: { ...quay.app, steam: 'x' }, ...sourceOf('app.steam') },
    'app.steam',
    /no such field/,
    /Remove/,
  ],
  [
    'a field left out',
    { ...quay, rdns: undefined, sources: { ...quay.sources, rdns: undefined } },
    'rdns',
    /missing/,
    /null says/,
  ],
  ['a number as a name', { ...quay, name: 7 }, 'name', /no text/, /quotation marks/],
  ['a text as chains', { ...quay, chains: 'eip155' }, 'chains', /no list/, /\[ … \]/],
  ['no chain', { ...quay, chains: [] }, 'chains', /No chain/, /eip155/],
  ['a chain twice', { ...quay, chains: ['eip155', 'eip155'] }, 'chains', /twice/, /once/],
  ['a chain that is none', { ...quay, chains: ['Ethereum Mainnet'] }, 'chains.0', /not a chain/, /eip155:1/],
  ['an id with a path', { ...quay, id: '../quay' }, 'id', /not an id/, /a-z, 0-9/],
  ['another id than the file', { ...quay, id: 'pier' }, 'id', /not named after/, /Name the file pier\.json/],
  ['an empty name', { ...quay, name: '' }, 'name', /empty/, /1 to 64/],
  ['a name too long', { ...quay, name: 'x'.repeat(65) }, 'name', /not a name/, /1 to 64/],
  ['a name of special width', { ...quay, name: 'Ｑuay' }, 'name', /special width/, /Write "Quay"/],
  [
    'an image id of words',
    { ...quay, image_id: 'quay', ...sourceOf('image_id') },
    'image_id',
    /not the id of an image/,
    /image add/,
  ],
  [
    'an image that is not there',
    { ...quay, image_id: 'a'.repeat(64), ...sourceOf('image_id') },
    'image_id',
    /none/,
    /Make it/,
  ],
  ['an image nobody allowed', { ...quay, image_id: 'a'.repeat(64) }, 'sources.image_id', /Nothing says/, /owner/],
  ['an rdns of one word', { ...quay, rdns: 'quay' }, 'rdns', /reverse domain/, /example\.quay/],
  [
    'a further rdns of one word',
    { ...quay, other_rdns: ['quay'], ...sourceOf('other_rdns') },
    'other_rdns.0',
    /reverse domain/,
    /example\.quay/,
  ],
  [
    'a relay that is a page',
    { ...quay, relays: ['https://relay.example'], ...sourceOf('relays') },
    'relays.0',
    /is not a relay/,
    /wss:\/\/relay\.example/,
  ],
  [
    'a relay in another spelling',
    { ...quay, relays: ['wss://relay.example:443/'], ...sourceOf('relays') },
    'relays.0',
    /not in the form that is compared/,
    /"wss:\/\/relay\.example"/,
  ],
  [
    'an empty list of relays',
    { ...quay, relays: [], ...sourceOf('relays') },
    'relays',
    /small|at least|>=/i,
    /Compare/,
  ],
  [
    'a fact without a source',
    { ...quay, sources: { ...quay.sources, rdns: undefined } },
    'sources.rdns',
    /Nothing says/,
    /owner/,
  ],
  ['a source without a fact', { ...quay, ...sourceOf('app.edge') }, 'sources.app.edge', /no such fact/, /Remove/],
  ['a public id without a source', { ...quay, id: 'a'.repeat(64) }, 'sources.id', /Nothing says/, /owner/],
  [
    'a source of no kind',
    { ...quay, sources: { ...quay.sources, name: 'I know it' } },
    'sources.name',
    /names no source/,
    /https/,
  ],
  [
    'a licence that reads otherwise than it is',
    { ...quay, licence: 'Facts \u202eonly' },
    'licence',
    /U\+202E/,
    /Facts only/,
  ],
  ['no licence', { ...quay, licence: ' ' }, 'licence', /empty/, /Facts only/],
  [
    'no way to the wallet',
    {
      ...makeListing(
        { name: 'Quay', homepage: 'https://quay.example/', app: {}, mobile: {}, desktop: {}, chains: ['eip155'] },
        'owner',
      ),
    },
    'app',
    /neither be opened nor installed/,
    /Give a link/,
  ],
]
test.each(faulty)('refuses %s, with the problem and its remedy', (_, listing, field, what, mend) => {
  const problem = errorsOf(listing).find((one) => one.field === field)
  expect(problem).toMatchObject({
    file: 'quay.json',
    field,
    what: expect.stringMatching(what),
    mend: expect.stringMatching(mend),
  })
})

test('a prototype of JSON is an ordinary, unknown field', () => {
  const text = formatListingFile(quay).replace('"id"', '"__proto__": { "name": "x" },\n  "id"')
  expect(check({ file: 'quay.json', text }).map(({ level }) => level)).toContain('error')
})

const links: readonly (readonly [string, string, RegExp])[] = [
  ['homepage', 'javascript:alert(1)', /begins with "javascript:"/],
  ['homepage', 'java\tscript:alert(1)', /hidden character/],
  ['homepage', '\u0001javascript:alert(1)', /hidden character/],
  ['homepage', 'http://quay.example/', /begins with "http:"/],
  ['homepage', 'data:text/html,x', /begins with "data:"/],
  ['homepage', 'quay.example', /not a whole address/],
  ['homepage', 'https://user@quay.example/', /a user/],
  ['homepage', 'https://quay.example:8443/', /a port/],
  ['homepage', 'https://localhost/', /no public host/],
  ['homepage', 'https://10.0.0.1/', /no public host/],
  ['homepage', 'https://0x7f000001/', /no public host/],
  ['homepage', 'https://[::1]/', /no public host/],
  ['homepage', 'https://intranet/', /no public host/],
  ['homepage', 'https://QUAY.example', /not written as browsers/],
  ['homepage', 'https://quay.example/?utm_source=x', /reveals who sent/],
  ['homepage', 'https://quay.page.link/x', /goes through page\.link/],
  ['mobile.universal', 'https://quay.example/app', /does not end in "\/"/],
  ['mobile.universal', 'https://quay.example/?uri=/', /"uri="/],
  ['mobile.universal', 'https://quay.example/wc?uri=wc%3Aaa@2', /"uri="/],
  ['mobile.native', 'javascript://', /not a wallet’s own/],
  ['mobile.native', 'intent://', /not a wallet’s own/],
  ['mobile.native', 'wc://', /not a wallet’s own/],
  ['mobile.native', 'QUAY://', /lower case/],
  ['mobile.native', 'quay:', /lower case/],
  ['mobile.native', 'quay', /not a link/],
  ['mobile.native', 'quay://open', /does not end/],
  ['mobile.native', 'qu\u202eay://', /hidden character/],
  ['desktop.native', 'file:///', /not a wallet’s own/],
  ['desktop.universal', 'https://quay.example\\@evil.example/', /backslash/],
  ['app.ios', 'https://evil.example/app/id1', /store’s own host/],
  ['app.ios', 'https://apps.apple.com.evil.example/app/id1', /store’s own host/],
  ['app.ios', 'https://apps.apple.com/us/app/quay/id1', /one country/],
  ['app.android', 'https://play.google.com.evil.example/', /store’s own host/],
  ['app.chrome', 'https://quay.example/', /store’s own host/],
]
function withFact(path: string, value: string): object {
  const [group = '', key] = path.split('.')
  const facts = key === undefined ? value : { ...((quay as Record<string, unknown>)[group] as object), [key]: value }
  return { ...quay, [group]: facts, ...sourceOf(path) }
}
test.each(links)('T-10 T-04: %s %j is refused, not dropped', (field, link, what) => {
  expect(errorsOf(withFact(field, link))).toEqual([
    { level: 'error', file: 'quay.json', field, what: expect.stringMatching(what), mend: expect.stringMatching(/\S/) },
  ])
})

test.each([
  ['F40b', 'mobile.universal', 'https://app.quay.example/open?link='],
  ['F40', 'mobile.universal', 'https://quay.example/#/'],
  ['F40', 'mobile.universal', 'https://quay.example/#/wc?uri='],
  ['F40', 'mobile.universal', 'https://quay.example/wc?uri={uri}'],
  ['F40', 'mobile.native', 'quay://walletconnect?uri='],
  ['F40', 'mobile.native', 'quay://wc?uri='],
  ['F40', 'mobile.native', 'quay://open?x=1'],
])('%s: %s %s can be listed, and is read unchanged', (_, field, link) => {
  const listing = withFact(field, link)
  expect(errorsOf(listing)).toEqual([])
  const { sources, licence, ...facts } = listing as ListingFile
  expect(formatListing(parseListing(facts))).toEqual(facts)
})

test.each([
  ['quay:', 'quay://'],
  ['Quay://', 'quay://'],
  ['quay', 'quay://'],
  ['quay://open', 'quay://open/'],
  ['quay://walletconnect?uri=', 'quay://walletconnect?uri='],
  ['quay://wc?uri={uri}', 'quay://wc?uri={uri}'],
])('F40: `add` writes the scheme %s as %s, which passes the check', (given, written) => {
  const facts = { name: 'Quay', app: {}, mobile: { native: given }, desktop: {}, chains: ['eip155'] }
  expect(makeListing(facts, 'owner').mobile.native).toBe(written)
  expect(errorsOf({ ...quay, mobile: { ...quay.mobile, native: written } })).toEqual([])
})

test('T-10: a client reads everything that the check accepts unchanged, and drops nothing', () => {
  const pieces = [
    'https://',
    'http://',
    'quay://',
    'javascript:',
    'intent:',
    'quay.example',
    'apps.apple.com',
    '/',
    '?',
    '#',
    '@',
    ':',
    '\\',
    '\t',
    ' ',
    '%',
    'ü',
    '\u202e',
    '..',
    'wc?uri=',
    'A',
    '1',
    '[::1]',
  ]
  const link = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
    fc.webUrl(),
    fc.string({ unit: 'binary', maxLength: 32 }),
  )
  const fields = [
    'homepage',
    'mobile.native',
    'mobile.universal',
    ...Object.keys(storeForms).map((store) => `app.${store}`),
  ]
  let passed = 0
  fc.assert(
    fc.property(fc.constantFrom(...fields), link, (field, value) => {
      const listing = withFact(field, value)
      const problems = errorsOf(listing)
      for (const { what } of problems) expect(what).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      if (problems.length > 0) return
      passed += 1
      const { sources, licence, ...facts } = listing as ListingFile
      expect(formatListing(parseListing(facts))).toEqual(facts)
    }),
    { numRuns: 1_000 },
  )
  expect(passed).toBeGreaterThan(10)
})

const pier = {
  ...makeListing(
    {
      name: 'Pier',
      homepage: 'https://pier.example/',
      app: {},
      mobile: { universal: 'https://pier.example/' },
      desktop: {},
      chains: ['eip155'],
      rdns: 'example.pier',
    },
    'owner',
  ),
}
test.each([
  ['the name', { ...pier, name: 'Quay' }, 'error', 'name', /also the name of "Quay" \(quay\.json\)/],
  ['a name that looks the same', { ...pier, name: 'Qu\u0430y' }, 'error', 'name', /looks like "Quay"/],
  ['the rdns', { ...pier, rdns: 'Example.Quay' }, 'error', 'rdns', /also the rdns/],
  [
    'the rdns, as a further one',
    { ...pier, other_rdns: ['example.pier.app', 'Example.Quay'], sources: { ...pier.sources, other_rdns: 'owner' } },
    'error',
    'other_rdns',
    /also the rdns/,
  ],
  [
    'the universal link',
    { ...pier, mobile: quay.mobile, sources: { ...pier.sources, 'mobile.native': 'owner' } },
    'error',
    'mobile.universal',
    /also the link/,
  ],
  [
    'the scheme',
    {
      ...pier,
      desktop: { native: 'quay://desk/', universal: null },
      sources: { ...pier.sources, 'desktop.native': 'owner' },
    },
    'warning',
    'desktop.native',
    /also the scheme/,
  ],
  [
    'an app',
    { ...pier, app: { ios: quay.app.ios }, sources: { ...pier.sources, 'app.ios': 'owner' } },
    'warning',
    'app.ios',
    /also the address/,
  ],
])('reports %s of another listing on the later file', (_, listing, level, field, what) => {
  const problems = check(fileOf(quay), fileOf(listing, 'pier.json'))
  expect(problems).toContainEqual(
    expect.objectContaining({ level, file: 'pier.json', field, what: expect.stringMatching(what) }),
  )
  expect(problems.filter(({ file }) => file === 'quay.json')).toEqual([])
})

test('T-13: the image of another wallet is a warning, or an error on another’s word', () => {
  const noFault = () => undefined
  const painted = (listing: ListingFile, source: string, imageId = 'a'.repeat(64)) =>
    fileOf(
      { ...listing, image_id: imageId, sources: { ...listing.sources, image_id: source } },
      `${listing.name.toLowerCase()}.json`,
    )
  const checkImages = (...files: Parameters<typeof checkListings>[0]) => checkListings(files, noFault)
  const [press, other] = ['https://quay.example/press/', 'https://pier.example/press/']
  const told = {
    file: 'pier.json',
    field: 'image_id',
    what: expect.stringMatching(/also the image of "Quay" \(quay\.json\)/),
  }
  expect(checkImages(painted(quay, 'owner'), painted(pier, 'owner'))).toMatchObject([{ ...told, level: 'warning' }])
  expect(checkImages(painted(quay, press), painted(pier, press))).toMatchObject([{ ...told, level: 'warning' }])
  expect(checkImages(painted(quay, press), painted(pier, 'owner'))).toMatchObject([{ ...told, level: 'error' }])
  expect(checkImages(painted(quay, press), painted(pier, other))).toMatchObject([{ ...told, level: 'error' }])
  expect(checkImages(painted(quay, 'owner'), painted(pier, 'owner', 'b'.repeat(64)))).toEqual([])
  expect(checkImages(fileOf(quay), fileOf(pier, 'pier.json'))).toEqual([])
})

test('T-13: flags a name of two scripts, and a host with such letters, for review', () => {
  const listing = { ...quay, name: 'Q\u043eay', homepage: 'https://xn--quy-5cd.example/' }
  expect(check(fileOf(listing))).toEqual([
    expect.objectContaining({ level: 'warning', field: 'name', what: expect.stringContaining('Latin and Cyrillic') }),
    expect.objectContaining({ level: 'warning', field: 'homepage' }),
  ])
})

describe('the text of a file', () => {
  const plain = formatListingFile(quay)
  test.each([
    ['a repeated field', plain.replace('"name"', '"name": "Pier",\n  "name"')],
    ['letters written as escapes', plain.replace('"Quay"', '"\\u0051uay"')],
    ['other indentation', JSON.stringify(quay)],
  ])('%s: is reported, and formatted plainly on request', (_, text) => {
    expect(check({ file: 'quay.json', text })).toMatchObject([{ field: '', what: expect.stringContaining('laid out') }])
    expect(layOut(text)).toBe(plain)
  })

  test('ignores line ends of Windows', () => {
    expect(check({ file: 'quay.json', text: plain.replaceAll('\n', '\r\n') })).toEqual([])
  })

  test('reports broken JSON, a huge file and other values, and does not throw', () => {
    expect(check({ file: 'quay.json', text: '{' })[0]?.what).toMatch(/not JSON/)
    expect(check({ file: 'quay.json', text: ' '.repeat(65 * 1024) })[0]?.what).toMatch(/64 KiB/)
    for (const text of ['null', '[]', '7', '"x"', '{}']) expect(check({ file: 'quay.json', text })).not.toEqual([])
  })

  test('Z-4: any JSON gives a list of problems, never an exception', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(...Object.keys(quay)), (json, field) => {
        check({ file: 'quay.json', text: json })
        check({ file: 'quay.json', text: `${JSON.stringify({ ...quay, [field]: JSON.parse(json) }, null, 2)}\n` })
      }),
      { numRuns: 500 },
    )
  })
})

test('prints problems by file, without terminal control characters', () => {
  const listing = { ...quay, homepage: 'https://quay.example/\u001b[2J\u202e', '\u001b[31mx': 1 }
  const text = formatProblems(errorsOf(listing))
  expect(text).toMatch(/^quay\.json\n {2}error {4}/)
  expect(text).not.toMatch(/[^\n\P{C}]/u)
})

const listingCount = isNight ? 100_000 : 1_000
test(`checks ${listingCount} listings in one run`, { timeout: 300_000 }, () => {
  const texts = Array.from({ length: listingCount }, (_, index) =>
    fileOf(
      {
        ...makeListing(
          {
            id: `w${index}`,
            name: `Wallet ${index} ${'abcdefgh'[index % 8]}`,
            app: { mac: 'https://quay.example/' },
            mobile: {},
            desktop: {},
            chains: ['eip155'],
          },
          'owner',
        ),
      },
      `w${index}.json`,
    ),
  )
  expect(check(...texts.slice(0, 1))).toEqual([])
  expect(checkListings(texts, noImages)).toEqual([])
})
