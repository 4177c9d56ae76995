import { cleanWalletName } from '@hawser/wire'
import { type AnnouncedWallet, listingOf, readIcon } from './announcement.ts'
import { formatSlug } from './formatSlug.ts'
import { type StandardWallet, standardPrefix } from './standardWallet.ts'

export type StandardDiscoveryOptions = {
  /** Where wallets register: the window. */
  readonly scope: EventTarget
  readonly onChange: () => void
}

/** The wallets of this page that register by the Wallet Standard and sign for Solana. None of them is asked anything here. */
export type StandardDiscovery = {
  /** Tells wallets that the page is ready for them, and listens from then on. */
  start(): void
  stop(): void
  wallets(): readonly AnnouncedWallet[]
  walletOf(rdns: string): StandardWallet | undefined
}

// More wallets than anybody has; a page script may register without end.
const maxWallets = 32
const maxNameLength = 1_024
const registered = 'wallet-standard:register-wallet'

/**
 * Creates the discovery (wallet-standard/wallet-standard, packages/core/wallet and app): a wallet that comes first answers
 * `app-ready`, one that comes later sends `register-wallet`. Code of its own: only pages that ask for Solana fetch it.
 */
export function createStandardDiscovery({ scope, onChange }: StandardDiscoveryOptions): StandardDiscovery {
  const found = new Map<
    string,
    { readonly given: unknown; readonly announced: AnnouncedWallet; readonly wallet: StandardWallet }
  >()
  let isListening = false

  /** Returns the undo, as wallets expect. */
  function register(...wallets: readonly unknown[]): () => void {
    const added = wallets.slice(0, maxWallets).filter(add)
    if (added.length > 0) onChange()
    return () => {
      const gone = [...found].filter(([, { given }]) => added.includes(given))
      for (const [rdns] of gone) found.delete(rdns)
      if (gone.length > 0) onChange()
    }
  }

  function add(given: unknown): boolean {
    const read = found.size < maxWallets ? attempt(() => readWallet(given)) : undefined
    // The first one keeps its place: nobody takes over what the visitor may be looking at.
    if (read === undefined || found.has(read.announced.rdns)) return false
    found.set(read.announced.rdns, { given, ...read })
    return true
  }

  const api = Object.freeze({ register })

  function heard(event: Event): void {
    attempt(() => {
      const callback: unknown = Reflect.get(event, 'detail')
      if (typeof callback === 'function') callback(api)
    })
  }

  return {
    start() {
      if (!isListening) {
        isListening = true
        scope.addEventListener(registered, heard)
      }
      scope.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    },
    stop() {
      scope.removeEventListener(registered, heard)
      isListening = false
    },
    wallets: () => [...found.values()].map(({ announced }) => announced),
    walletOf: (rdns) => found.get(rdns)?.wallet,
  }
}

/** Reads a registered wallet, or undefined where it does not connect, or does not sign messages for Solana. A getter may throw. */
function readWallet(given: unknown) {
  const text = readField(given, 'name')
  const name = typeof text === 'string' ? cleanWalletName(text.slice(0, maxNameLength)) : undefined
  const signsFor = Array.from(readField(given, 'chains') as Iterable<unknown>).some(isSolana)
  const canConnect = method(given, 'standard:connect', 'connect') !== undefined
  const canSign = method(given, 'solana:signMessage', 'signMessage') !== undefined
  if (name === undefined || !signsFor || !canConnect || !canSign) return undefined
  const rdns = standardPrefix + formatSlug(name)
  const announced = { uuid: rdns, name, icon: readIcon(given), rdns }
  // A name no listing may have: there would be nothing to show.
  listingOf(announced)
  const wallet: StandardWallet = {
    accounts: () => readField(given, 'accounts'),
    connect: () => method(given, 'standard:connect', 'connect')?.(),
    signMessage: (input) => method(given, 'solana:signMessage', 'signMessage')?.(input),
  }
  return { announced, wallet }
}

function isSolana(chain: unknown): boolean {
  return typeof chain === 'string' && chain.startsWith('solana:')
}

/** A method of a feature, looked up when it is called: a wallet may add what it can later. */
function method(wallet: unknown, feature: string, name: string): ((...inputs: unknown[]) => unknown) | undefined {
  const features = readField(readField(wallet, 'features'), feature)
  const found = readField(features, name)
  return typeof found === 'function' ? (...inputs) => Reflect.apply(found, features, inputs) : undefined
}

function readField(value: unknown, name: string): unknown {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject ? Reflect.get(value, name) : undefined
}

function attempt<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
