import { readField, readList, readMethod } from '../../platform/readField.ts'
import type { AnnouncedWallet } from './announcement.ts'
import { createLegacySolana, sharedName } from './legacySolana.ts'
import { createNamedWallets } from './namedWallets.ts'
import { type StandardWallet, standardPrefix } from './standardWallet.ts'

export type StandardDiscoveryOptions = {
  /** Where wallets register: the window. */
  readonly scope: EventTarget
  readonly onChange: () => void
}

/**
 * Finds the wallets of this page that register through the Wallet Standard and sign for Solana, or the one that is only
 * in the window if none registers. It sends no requests.
 */
export type StandardDiscovery = {
  /** Tells wallets that the page is ready for them, and listens from then on. */
  start(): void
  stop(): void
  wallets(): readonly AnnouncedWallet[]
  /** Returns the wallet that the visitor chose. */
  walletOf(rdns: string): StandardWallet | undefined
}

// More than any wallet registers at once.
const maxAtOnce = 32
const registered = 'wallet-standard:register-wallet'

/**
 * Creates the discovery (wallet-standard/wallet-standard, packages/core/wallet and app). A wallet that loads first
 * answers `app-ready`; a wallet that loads later sends `register-wallet`. A separate chunk: only pages that ask for
 * Solana fetch it.
 */
export function createStandardDiscovery({ scope, onChange }: StandardDiscoveryOptions): StandardDiscovery {
  const found = createNamedWallets<StandardWallet>(standardPrefix)
  const legacy = createLegacySolana(scope)
  let isListening = false
  /** Whether a wallet of the window was asked for. From then on no other wallet takes its place. */
  let isLegacyChosen = false

  /** Registers wallets. Returns the undo, as wallets expect. */
  function register(...wallets: readonly unknown[]): () => void {
    const added = wallets.slice(0, maxAtOnce).filter(add)
    if (added.length > 0) onChange()
    return () => {
      const gone = added.filter(found.remove)
      if (gone.length > 0) onChange()
    }
  }

  function add(given: unknown): boolean {
    const wallet = readWallet(given)
    return wallet !== undefined && found.add(given, given, readField(given, 'name'), wallet)
  }

  const api = Object.freeze({ register })

  function heard(event: Event): void {
    try {
      const callback = readField(event, 'detail')
      if (typeof callback === 'function') callback(api)
    } catch {
      // An object that a page's script registers can throw on any access.
    }
  }

  return {
    start() {
      if (!isListening) {
        isListening = true
        scope.addEventListener(registered, heard)
      }
      scope.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
      if (legacy.look()) onChange()
    },
    stop() {
      scope.removeEventListener(registered, heard)
      isListening = false
    },
    wallets() {
      const all = found.wallets()
      // The shared path of the window most likely belongs to a wallet that has registered. A wallet with a path of its own
      // is another one, unless it has registered under its name.
      if (!isLegacyChosen) {
        const isNew = ({ name }: AnnouncedWallet) =>
          all.length === 0 ||
          (name !== sharedName && all.every((each) => !each.name.startsWith(name.split(' ')[0] ?? name)))
        return [...all, ...legacy.wallets().filter(isNew)]
      }
      const names = legacy.wallets().map(({ name }) => name)
      return [...legacy.wallets(), ...all.filter(({ name }) => !names.includes(name))]
    },
    walletOf(rdns) {
      const wallet = legacy.walletOf(rdns)
      if (wallet !== undefined) isLegacyChosen = true
      return wallet ?? found.walletOf(rdns)
    },
  }
}

/** Reads a registered wallet. Undefined if the wallet cannot connect, or cannot sign messages for Solana. */
function readWallet(given: unknown): StandardWallet | undefined {
  const signsFor = readList(readField(given, 'chains')).some(isSolana)
  const connect = feature(given, 'standard:connect', 'connect')
  const signMessage = feature(given, 'solana:signMessage', 'signMessage')
  if (!signsFor || connect === undefined || signMessage === undefined) return undefined
  const signIn = feature(given, 'solana:signIn', 'signIn')
  const emitter = readField(readField(given, 'features'), 'standard:events')
  return { emitter, accounts: () => readField(given, 'accounts'), connect, signIn, signMessage }
}

/** Returns a method of a feature, looked up at each call, because a wallet can change its features later. */
function feature(wallet: unknown, name: string, method: string): ((...inputs: unknown[]) => unknown) | undefined {
  const find = () => readMethod(readField(readField(wallet, 'features'), name), method)
  return find() && ((...inputs) => find()?.(...inputs))
}

function isSolana(chain: unknown): boolean {
  return typeof chain === 'string' && chain.startsWith('solana:')
}
