import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { choice, createCommand, list, required, text } from '@hawser/command'
import type { BrowserLinks } from '@hawser/wire'
import { InvalidRegistryOptionError } from '../errors.ts'
import { checkListings } from '../listings/checkListings.ts'
import { formatListingFile } from '../listings/listingFile.ts'
import { explainImageIn, readListingTexts, writableFolder, writeListing } from '../listings/listingFolder.ts'
import { bundledListings } from '../listings/loadListings.ts'
import { makeListing } from '../listings/makeListing.ts'
import { formatProblems } from '../listings/problem.ts'
import { listingsFolder } from './listingsFolder.ts'

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

const store = (name: (typeof stores)[number]) =>
  text(name, { placeholder: 'URL', meaning: 'where the wallet can be had' })

export const command = createCommand({
  summary: 'write the file of a new wallet',
  about: 'Writes the file of a new wallet, after checking it against all others. At least one link or store.',
  settings: {
    name: required(text('name', { meaning: 'as the wallet writes it' })),
    id: text('id', { placeholder: 'ID', meaning: 'default: the name in a-z, 0-9 and "-"' }),
    homepage: text('homepage', { placeholder: 'URL', meaning: 'of the wallet' }),
    chains: list('chains', { meaning: 'namespaces or CAIP-2 chain ids (default eip155)' }),
    rdns: text('rdns', { placeholder: 'RDNS', meaning: 'what the wallet’s extension announces (EIP-6963)' }),
    mobileNative: text('mobile-native', { placeholder: 'LINK', meaning: 'the app’s own scheme, such as quay://' }),
    mobileUniversal: text('mobile-universal', {
      placeholder: 'URL',
      meaning:
        'the address that opens the app; "wc?uri=…" is put behind it, or the pairing URI behind its last "=", or in the place of {uri}',
    }),
    desktopNative: text('desktop-native', { placeholder: 'LINK', meaning: 'as on phones' }),
    desktopUniversal: text('desktop-universal', {
      placeholder: 'URL',
      meaning: 'the wallet’s web page that takes "wc?uri=…"',
    }),
    browserIos: text('browser-ios', {
      placeholder: 'TEMPLATE',
      meaning:
        'the link that opens a page in the wallet’s own browser, with one place for the page’s address: {urlEncoded}, {urlNoScheme}, {url}, … (listings/README.md names them all)',
    }),
    browserAndroid: text('browser-android', { placeholder: 'TEMPLATE', meaning: 'the same on Android' }),
    browserNamespaces: list('browser-namespaces', {
      meaning: 'what that browser gives pages a provider for (default: the namespaces of --chains)',
    }),
    browserConfidence: choice('browser-confidence', {
      choices: ['high', 'medium', 'low'],
      default: 'high',
      meaning: 'high (the wallet’s own documents), medium, or low: not offered unless the host app asks for it',
    }),
    browserParameters: list('browser-parameters', {
      meaning: 'what stands for {chain}, by namespace: eip155=60,solana=501',
    }),
    relays: list('relays', { meaning: 'relays of your own that the wallet listens on: wss://relay.example' }),
    ...{ ios: store('ios'), android: store('android'), chrome: store('chrome'), firefox: store('firefox') },
    ...{ edge: store('edge'), opera: store('opera'), safari: store('safari'), mac: store('mac') },
    ...{ windows: store('windows'), linux: store('linux'), browser: store('browser') },
    source: text('source', {
      default: 'owner',
      meaning:
        'where these facts come from: "owner" (you speak for the wallet), or the https address of the page that says so',
    }),
    listings: listingsFolder,
  },
  load:
    async () =>
    async (values, { write, fail }) => {
      const folder = writableFolder(values.listings ?? bundledListings)
      const { chains = ['eip155'] } = values
      const listing = makeListing(
        {
          id: values.id,
          name: values.name,
          homepage: values.homepage,
          app: Object.fromEntries(stores.map((store) => [store, values[store]])),
          mobile: { native: values.mobileNative, universal: values.mobileUniversal },
          desktop: { native: values.desktopNative, universal: values.desktopUniversal },
          chains,
          rdns: values.rdns,
          relays: values.relays,
          browser: readBrowser({
            ios: values.browserIos,
            android: values.browserAndroid,
            namespaces: values.browserNamespaces ?? chains,
            confidence: values.browserConfidence,
            parameters: values.browserParameters,
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
})

/** Builds the browser links without checking them: `checkListings` reports the faults of a template. */
function readBrowser(given: {
  readonly ios: string | undefined
  readonly android: string | undefined
  readonly namespaces: readonly string[]
  readonly confidence: 'high' | 'medium' | 'low'
  readonly parameters: readonly string[] | undefined
}): BrowserLinks | undefined {
  const { ios, android, confidence, parameters } = given
  if (ios === undefined && android === undefined) return undefined
  const pairs = parameters?.map((pair) => pair.split('=', 2))
  return {
    ...(ios !== undefined && { ios: { template: ios, confidence } }),
    ...(android !== undefined && { android: { template: android, confidence } }),
    namespaces: [...new Set(given.namespaces.map((each) => each.trim().split(':', 1)[0] ?? ''))],
    ...(pairs !== undefined && { parameters: Object.fromEntries(pairs.map(([name = '', text = '']) => [name, text])) }),
  }
}
