import { readField, readList, readMethod } from '../../platform/readField.ts'
import type { AnnouncedWallet } from './announcement.ts'
import { type BitcoinWallet, bitcoinPrefix } from './bitcoinWallet.ts'
import { createNamedWallets } from './namedWallets.ts'

export type BitcoinDiscoveryOptions = {
  /** Where wallets put their providers: the window. */
  readonly scope: EventTarget
  readonly onChange: () => void
}

/** Finds the wallets of this page that sign for Bitcoin, without a request to any of them. */
export type BitcoinDiscovery = {
  /** Looks for wallets now, and again when the page has loaded, because these wallets send no announcement. */
  start(): void
  stop(): void
  wallets(): readonly AnnouncedWallet[]
  walletOf(rdns: string): BitcoinWallet | undefined
}

/** An id is a path from the window (WBIP-004). Any script can write the list, so no other path is followed. */
const pathPattern = /^[A-Za-z$]\w{0,63}(?:\.[A-Za-z]\w{0,63}){0,2}$/

const binance = 'Binance Wallet'

/**
 * The paths of wallets that are in no list. Paths and names come from the wallets' documentation. If several paths lead
 * to one object, the first counts.
 */
const known: readonly (readonly [path: string, name: string])[] = [
  ['XverseProviders.BitcoinProvider', 'Xverse'],
  ['LeatherProvider', 'Leather'],
  ['okxwallet.bitcoin', 'OKX Wallet'],
  ['binancew3w.bitcoin', binance],
  ['bitkeep.unisat', 'Bitget Wallet'],
  ['$onekey.btc', 'OneKey'],
  ['bitcoin_keplr', 'Keplr'],
  ['keplr.bitcoin', 'Keplr'],
  // Last, because other wallets put their provider there too.
  ['unisat', 'UniSat'],
]

// WBIP-004 names the second list. Xverse and Leather use the first.
const listNames = ['btc_providers', 'wbip_providers']

/**
 * Creates the discovery of wallets that list themselves in `window.btc_providers` or `wbip_providers` (WBIP-004), and of
 * others that are
 * only in the window. A separate chunk: only pages that ask for Bitcoin fetch it.
 */
export function createBitcoinDiscovery({ scope, onChange }: BitcoinDiscoveryOptions): BitcoinDiscovery {
  const found = createNamedWallets<BitcoinWallet>(bitcoinPrefix)

  function look(): void {
    const listed = listNames
      .flatMap((name) => readList(readField(scope, name)))
      .filter((entry) => add(readField(entry, 'id'), readField(entry, 'name'), entry))
    const others = known.filter(([path, name]) => add(path, name))
    if (listed.length + others.length > 0) onChange()
  }

  function add(path: unknown, name: unknown, entry?: unknown): boolean {
    if (typeof path !== 'string' || !pathPattern.test(path)) return false
    const given = path.split('.').reduce<unknown>(readField, scope)
    const wallet = readWallet(given, entry)
    // Binance puts another provider there than into its own path.
    const isBinance = path === 'unisat' && readField(given, 'isBinance') === true
    return wallet !== undefined && !found.has(given) && found.add(given, entry, isBinance ? binance : name, wallet)
  }

  return {
    start() {
      look()
      scope.addEventListener('load', look)
    },
    stop: () => scope.removeEventListener('load', look),
    wallets: found.wallets,
    walletOf: found.walletOf,
  }
}

/** Recognizes a wallet by its properties, without a request. */
function readWallet(given: unknown, entry: unknown): BitcoinWallet | undefined {
  const requestAccounts = readMethod(given, 'requestAccounts')
  const signMessage = readMethod(given, 'signMessage')
  if (requestAccounts !== undefined && signMessage !== undefined)
    return {
      emitter: given,
      kind: 'unisat',
      requestAccounts,
      getAccounts: readMethod(given, 'getAccounts'),
      signMessage,
    }
  const request = readMethod(given, 'request')
  if (request === undefined) return undefined
  const listed = readList(readField(entry, 'methods'))
  return { emitter: given, kind: 'request', methods: listed.filter((each) => typeof each === 'string'), request }
}
