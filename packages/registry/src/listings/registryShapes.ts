import { listingLimits, parseBrowserLinks, type StoreName } from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import type { Facts } from './makeListing.ts'

/** The JSON format of an answer, named after its registry. */
export type RegistryShape = 'explorer' | 'wallets' | 'ton'

/** The entries of an answer, not yet read. `total` counts the entries of all pages, if the answer gives that number. */
export type RegistryAnswer = {
  readonly shape: RegistryShape
  readonly entries: readonly unknown[]
  readonly total: number | undefined
}

/** An entry's facts, and the names of its fields that have no place in a listing. */
export type EntryFacts = { readonly facts: Facts; readonly unused: readonly string[] }

const stores: readonly StoreName[] = [
  ...(['ios', 'android', 'chrome', 'firefox', 'edge', 'opera', 'safari', 'mac', 'windows', 'linux'] as const),
  'browser',
]

/**
 * Detects the format of another registry's answer, or returns undefined. `explorer`: `{ listings }`, an array or an
 * object by id, as from /w3m/v1, /v3/wallets, /api/v2/wallets and this registry's /v1/wallets. `wallets`: `{ data }`
 * from /getWallets. `ton`: the array of wallets-v2.json.
 */
export function readRegistryAnswer(value: unknown): RegistryAnswer | undefined {
  if (Array.isArray(value)) return { shape: 'ton', entries: value, total: undefined }
  const object = asObject(value)
  if (object === undefined) return undefined
  const listings = field(object, 'listings')
  const byId = asObject(listings)
  const entries = byId === undefined ? listings : Object.values(byId)
  const total = [field(object, 'total'), field(object, 'count')].find((count) => Number.isSafeInteger(count))
  const count = typeof total === 'number' ? total : undefined
  if (Array.isArray(entries)) return { shape: 'explorer', entries, total: count }
  const wallets = field(object, 'data')
  return Array.isArray(wallets) ? { shape: 'wallets', entries: wallets, total: count } : undefined
}

/**
 * Reads the facts of one entry, or returns undefined if the entry names no wallet. The only check is that values are
 * text.
 */
export function readEntry(shape: RegistryShape, entry: unknown): EntryFacts | undefined {
  const object = asObject(entry)
  if (object === undefined || textOf(object, 'name') === undefined) return undefined
  return { explorer: readExplorerEntry, wallets: readWalletsEntry, ton: readTonEntry }[shape](object)
}

type Entry = Readonly<Record<string, unknown>>

function readExplorerEntry(entry: Entry): EntryFacts {
  const app = asObject(field(entry, 'app')) ?? {}
  const links = (device: string) => {
    const object = asObject(field(entry, device)) ?? {}
    return { native: textOf(object, 'native'), universal: textOf(object, 'universal') }
  }
  const browser = parseBrowserLinks(field(entry, 'browser'))
  const isPaired = readsPairings(entry)
  const injected = field(entry, 'injected')
  const isExtension = Array.isArray(injected) && injected.length > 0
  return {
    facts: {
      ...identityOf(entry),
      app: isPaired || isExtension ? Object.fromEntries(stores.map((store) => [store, textOf(app, store)])) : {},
      mobile: isPaired ? links('mobile') : {},
      desktop: isPaired ? links('desktop') : {},
      browser,
      relays: textsOf(entry, 'relays'),
    },
    unused: [
      ...(browser === undefined && asObject(field(entry, 'browser')) !== undefined ? ['browser'] : []),
      ...(isPaired ? [] : ['versions']),
    ],
  }
}

/** Whether a wallet reads links of version 2 of the protocol. An entry that names no version can be of any. */
function readsPairings(entry: Entry): boolean {
  return [
    ['versions', '2'],
    ['sdks', 'sign_v2'],
  ].every(([name = '', wanted]) => {
    const named = field(entry, name)
    return !Array.isArray(named) || named.length === 0 || named.some((each) => String(each) === wanted)
  })
}

// This format has one link for each device. The link's form shows whether it is the app's scheme or an address.
function readWalletsEntry(entry: Entry): EntryFacts {
  const mobile = splitLink(textOf(entry, 'mobile_link'))
  const desktop = splitLink(textOf(entry, 'desktop_link'))
  return {
    facts: {
      ...identityOf(entry),
      app: {
        ios: textOf(entry, 'app_store'),
        android: textOf(entry, 'play_store'),
        chrome: textOf(entry, 'chrome_store'),
      },
      mobile: { native: mobile.native, universal: mobile.universal ?? textOf(entry, 'link_mode') },
      desktop: { native: desktop.native, universal: desktop.universal ?? textOf(entry, 'webapp_link') },
    },
    unused: [],
  }
}

// Links of this format are for TON Connect, and take no pairing URI.
function readTonEntry(entry: Entry): EntryFacts {
  const about = textOf(entry, 'aboutUrl') ?? textOf(entry, 'about_url')
  const links = ['universalLink', 'universal_url', 'deepLink', 'deep_link']
  return {
    facts: {
      id: (textOf(entry, 'appName') ?? textOf(entry, 'app_name'))?.toLowerCase().replace(/[^a-z0-9]/g, '-'),
      name: textOf(entry, 'name') ?? '',
      homepage: about,
      app: { browser: about },
      mobile: {},
      desktop: {},
      // CAIP-2 namespace of TON: https://namespaces.chainagnostic.org/tvm/README
      chains: ['tvm'],
    },
    unused: links.filter((name) => textOf(entry, name) !== undefined),
  }
}

function identityOf(entry: Entry): Pick<Facts, 'id' | 'name' | 'homepage' | 'chains' | 'rdns'> {
  return {
    id: textOf(entry, 'id') ?? textOf(entry, 'slug'),
    name: textOf(entry, 'name') ?? '',
    homepage: textOf(entry, 'homepage'),
    chains: chainsOf(entry),
    rdns: textOf(entry, 'rdns'),
  }
}

// The chains are a list, or one text with commas. Without them, the namespaces of the wallet's extension count.
function chainsOf(entry: Entry): readonly string[] {
  const chains = field(entry, 'chains')
  const named = typeof chains === 'string' ? chains.split(',') : Array.isArray(chains) ? chains : []
  // A list of numbers has the ids of EVM chains.
  const isEvm = named.every((chain) => /^[1-9]\d{0,15}$/.test(String(chain).trim()))
  const texts = isEvm
    ? named.map((chain) => `eip155:${String(chain).trim()}`)
    : named.filter((chain) => typeof chain === 'string')
  if (texts.length > 0) return texts
  const injected = field(entry, 'injected')
  return Array.isArray(injected) ? injected.flatMap((one) => textOf(asObject(one) ?? {}, 'namespace') ?? []) : []
}

function splitLink(link: string | undefined): { readonly native?: string; readonly universal?: string } {
  if (link === undefined) return {}
  return /^https?:/i.test(link) ? { universal: link } : { native: link }
}

function textsOf(object: Entry, name: string): readonly string[] | undefined {
  const texts = field(object, name)
  return Array.isArray(texts)
    ? texts.filter((text) => typeof text === 'string').slice(0, listingLimits.relays)
    : undefined
}

// The cut is longer than any field may be, so that an excessive length is still reported as the fault.
function textOf(object: Entry, name: string): string | undefined {
  const text = field(object, name)
  return typeof text === 'string' && text !== '' ? text.slice(0, 4096) : undefined
}
