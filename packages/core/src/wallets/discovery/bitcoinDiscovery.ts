import { cleanWalletName } from '@hawser/wire'
import { type AnnouncedWallet, listingOf, readIcon } from './announcement.ts'
import { type BitcoinWallet, bitcoinPrefix } from './bitcoinWallet.ts'
import { formatSlug } from './formatSlug.ts'

export type BitcoinDiscoveryOptions = {
  /** Where wallets put what they are asked through: the window. */
  readonly scope: EventTarget
  readonly onChange: () => void
}

/** The wallets of this page that sign for Bitcoin. None of them is asked anything here. */
export type BitcoinDiscovery = {
  /** Looks for wallets, and once more when the page has loaded: they announce by no event. */
  start(): void
  stop(): void
  wallets(): readonly AnnouncedWallet[]
  walletOf(rdns: string): BitcoinWallet | undefined
}

// More wallets than anybody has; a page script may list without end.
const maxWallets = 32
const maxMethods = 100
const maxNameLength = 1_024
/** An id is a path from the window (WBIP-004). The list is the page's to write, so that no other path is followed. */
const pathPattern = /^[A-Za-z]\w{0,63}(?:\.[A-Za-z]\w{0,63}){0,2}$/

/** Where wallets are that are in no list. Paths and names are facts of their documentation; the first of one object counts. */
const known: readonly (readonly [path: string, name: string])[] = [
  ['XverseProviders.BitcoinProvider', 'Xverse'],
  ['LeatherProvider', 'Leather'],
  ['okxwallet.bitcoin', 'OKX Wallet'],
  ['binancew3w.bitcoin', 'Binance Wallet'],
  ['bitkeep.unisat', 'Bitget Wallet'],
  ['bitcoin_keplr', 'Keplr'],
  ['keplr.bitcoin', 'Keplr'],
  // The last: others put theirs there too.
  ['unisat', 'UniSat'],
]

/**
 * Creates the discovery of wallets that list themselves in `window.btc_providers` (WBIP-004), and of those that are only there.
 * Code of its own: only pages that ask for Bitcoin fetch it.
 */
export function createBitcoinDiscovery({ scope, onChange }: BitcoinDiscoveryOptions): BitcoinDiscovery {
  const found = new Map<
    string,
    { readonly given: unknown; readonly announced: AnnouncedWallet; readonly wallet: BitcoinWallet }
  >()

  function look(): void {
    const before = found.size
    for (const entry of attempt(() => Array.from(readField(scope, 'btc_providers') as Iterable<unknown>)) ?? [])
      attempt(() => add(readField(entry, 'id'), readField(entry, 'name'), entry))
    for (const [path, name] of known) attempt(() => add(path, name))
    if (found.size > before) onChange()
  }

  function add(path: unknown, text: unknown, entry?: unknown): void {
    const name = typeof text === 'string' ? cleanWalletName(text.slice(0, maxNameLength)) : undefined
    if (found.size >= maxWallets || name === undefined || typeof path !== 'string' || !pathPattern.test(path)) return
    const given = path.split('.').reduce<unknown>(readField, scope)
    const wallet = readWallet(given, entry)
    const rdns = bitcoinPrefix + formatSlug(name)
    // The first one keeps its place: nobody takes over what the visitor may be looking at.
    if (wallet === undefined || found.has(rdns) || [...found.values()].some((each) => each.given === given)) return
    const announced = { uuid: rdns, name, icon: readIcon(entry), rdns }
    // A name no listing may have: there would be nothing to show.
    listingOf(announced)
    found.set(rdns, { given, announced, wallet })
  }

  return {
    start() {
      look()
      scope.addEventListener('load', look)
    },
    stop: () => scope.removeEventListener('load', look),
    wallets: () => [...found.values()].map(({ announced }) => announced),
    walletOf: (rdns) => found.get(rdns)?.wallet,
  }
}

/** By what it has: nothing is asked to find out. */
function readWallet(given: unknown, entry: unknown): BitcoinWallet | undefined {
  const requestAccounts = method(given, 'requestAccounts')
  const signMessage = method(given, 'signMessage')
  if (requestAccounts !== undefined && signMessage !== undefined)
    return { kind: 'unisat', requestAccounts, signMessage }
  const request = method(given, 'request')
  if (request === undefined) return undefined
  const listed = attempt(() => Array.from(readField(entry, 'methods') as ArrayLike<unknown>).slice(0, maxMethods)) ?? []
  return { kind: 'request', methods: listed.filter((each) => typeof each === 'string'), request }
}

/** A method, looked up when it is called: a wallet may replace it once it is unlocked. */
function method(given: unknown, name: string): ((...inputs: unknown[]) => unknown) | undefined {
  const find = () => {
    const found = readField(given, name)
    return typeof found === 'function' ? found : undefined
  }
  if (find() === undefined) return undefined
  return (...inputs) => Reflect.apply(find() ?? (() => undefined), given, inputs)
}

function readField(value: unknown, name: string): unknown {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject ? Reflect.get(value, name) : undefined
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
