import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserLinks } from '@hawser/wire'
import { InvalidRegistryOptionError } from '../errors.ts'
import { checkListings } from '../listings/checkListings.ts'
import { formatListingFile } from '../listings/listingFile.ts'
import { explainImageIn, readListingTexts, writableFolder, writeListing } from '../listings/listingFolder.ts'
import { bundledListings } from '../listings/loadListings.ts'
import { makeListing } from '../listings/makeListing.ts'
import { formatProblems } from '../listings/problem.ts'
import type { Command } from './command.ts'
import { required } from './options.ts'

const help = `hawser-registry add --name NAME [--homepage URL] [links] [--source SOURCE] [--listings DIR]

Writes the file of a new wallet, after checking it against all others. At least one link or store.

  --name NAME              as the wallet writes it
  --id ID                  default: the name in a-z, 0-9 and "-"
  --homepage URL
  --chains LIST            namespaces or CAIP-2 chain ids, comma-joined (default eip155)
  --rdns RDNS              what the wallet's extension announces (EIP-6963)
  --mobile-native LINK     the app's own scheme, such as quay://
  --mobile-universal URL   the address that opens the app; "wc?uri=…" is put behind it, or the pairing URI
                           behind its last "=", or in the place of {uri}
  --desktop-native LINK    as on phones
  --desktop-universal URL  the wallet's web page that takes "wc?uri=…"
  --browser-ios TEMPLATE   the link that opens a page in the wallet's own browser, with one place for
  --browser-android TEMPLATE
                           the page's address: {urlEncoded}, {urlNoScheme}, {url}, …
                           (listings/README.md names them all)
  --browser-namespaces LIST
                           what that browser gives pages a provider for (default: the namespaces of --chains)
  --browser-confidence WORD
                           high (the wallet's own documents, the default), medium, or low: not offered
                           unless the host app asks for it
  --browser-parameters LIST
                           what stands for {chain}, by namespace: eip155=60,solana=501
  --relays LIST            relays of your own that the wallet listens on, comma-joined: wss://relay.example
  --ios URL  --android URL  --chrome URL  --firefox URL  --edge URL  --opera URL  --safari URL
  --mac URL  --windows URL  --linux URL  --browser URL
                           where the wallet can be had
  --source SOURCE          where these facts come from: "owner" (the default: you speak for the wallet),
                           or the https address of the page that says so
  --listings DIR           one <id>.json a wallet (default: those that come with this package)
`
const stores = [
  'ios',
  'android',
  'chrome',
  'firefox',
  'edge',
  'opera',
  'safari',
  'mac',
  'windows',
  'linux',
  'browser',
] as const
const given = { type: 'string' } as const

export const command: Command = {
  summary: 'write the file of a new wallet',
  help,
  async run(args, { write, fail }) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        name: given,
        id: given,
        homepage: given,
        chains: { type: 'string', default: 'eip155' },
        rdns: given,
        'mobile-native': given,
        'mobile-universal': given,
        'desktop-native': given,
        'desktop-universal': given,
        ...{ ios: given, android: given, chrome: given, firefox: given, edge: given, opera: given },
        ...{ safari: given, mac: given, windows: given, linux: given, browser: given },
        'browser-ios': given,
        'browser-android': given,
        'browser-namespaces': given,
        'browser-confidence': { type: 'string', default: 'high' },
        'browser-parameters': given,
        relays: given,
        source: { type: 'string', default: 'owner' },
        listings: { type: 'string', default: bundledListings },
      },
    })
    const folder = writableFolder(values.listings)
    const listing = makeListing(
      {
        id: values.id,
        name: required(values.name, '--name'),
        homepage: values.homepage,
        app: Object.fromEntries(stores.map((store) => [store, values[store]])),
        mobile: { native: values['mobile-native'], universal: values['mobile-universal'] },
        desktop: { native: values['desktop-native'], universal: values['desktop-universal'] },
        chains: values.chains.split(','),
        rdns: values.rdns,
        relays: values.relays?.split(',').map((relay) => relay.trim()),
        browser: readBrowser({
          ios: values['browser-ios'],
          android: values['browser-android'],
          namespaces: (values['browser-namespaces'] ?? values.chains).split(','),
          confidence: values['browser-confidence'],
          parameters: values['browser-parameters'],
        }),
      },
      values.source,
    )
    const file = `${listing.id}.json`
    if (existsSync(join(folder, file))) {
      throw new InvalidRegistryOptionError(`${file} already exists. Edit it, or choose another --id.`)
    }
    const texts = [...readListingTexts(folder), { file, text: formatListingFile(listing) }]
    const problems = checkListings(texts, explainImageIn(folder)).filter((problem) => problem.file === file)
    const isRefused = problems.some(({ level }) => level === 'error')
    fail(formatProblems(problems))
    if (isRefused) fail(`Nothing was written.\n`)
    else {
      writeListing(folder, listing)
      write(`${relative('', join(folder, file))}\n`)
    }
    return isRefused ? 1 : 0
  },
}

const confidences = ['high', 'medium', 'low'] as const

/** `check` reports the faults of a template. */
function readBrowser(given: {
  readonly ios: string | undefined
  readonly android: string | undefined
  readonly namespaces: readonly string[]
  readonly confidence: string
  readonly parameters: string | undefined
}): BrowserLinks | undefined {
  const { ios, android, parameters } = given
  if (ios === undefined && android === undefined) return undefined
  const confidence = confidences.find((each) => each === given.confidence)
  if (confidence === undefined)
    throw new InvalidRegistryOptionError('--browser-confidence must be one of high, medium and low.')
  const pairs = parameters?.split(',').map((pair) => pair.split('=', 2))
  return {
    ...(ios !== undefined && { ios: { template: ios, confidence } }),
    ...(android !== undefined && { android: { template: android, confidence } }),
    namespaces: [...new Set(given.namespaces.map((each) => each.trim().split(':', 1)[0] ?? ''))],
    ...(pairs !== undefined && { parameters: Object.fromEntries(pairs.map(([name = '', text = '']) => [name, text])) }),
  }
}
