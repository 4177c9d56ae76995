import { BaseError, type ChainId, InvalidChainIdError, parseChainId } from '@hawser/wire'
import { InvalidParamsError, ProviderStoppedError } from '../errors.ts'
import { setPlatformTimer } from '../linker/browser.ts'
import type { ClientLinker } from '../linker/state.ts'
import { type ClientOrigin, createClientSource, createExtensionSource, type SourceOptions } from './clientSource.ts'
import type { WalletSource, WalletTaker } from './connectedWallet.ts'
import { createAnswers } from './createAnswers.ts'
import type { ExtensionProvider } from './extensionWallet.ts'
import { createLegacyMethods, type LegacyMethods } from './legacyMethods.ts'
import { createLinkerSource } from './linkerSource.ts'
import type { ExtensionMemory } from './pageExtensions.ts'
import { createListeners, type Listeners, type ProviderEvents } from './providerEvents.ts'
import { type ProviderRequest, parseProviderRequest } from './providerRequest.ts'
import { toProviderRpcError } from './providerRpcError.ts'
import { createRpcReader } from './rpcReader.ts'
import { createWalletInUse } from './walletInUse.ts'

/** Where the wallet comes from: a linker, a protocol client (its newest session, also one that settles later, or this one), or one extension. */
export type WalletOrigin =
  | {
      readonly linker: ClientLinker
      /** Where extensions announce themselves. Default: the window. */
      readonly extensionScope?: EventTarget
      /** Remembers the chosen extension. Without it the visitor chooses again after a reload. */
      readonly extensionMemory?: ExtensionMemory
    }
  | ClientOrigin
  | { readonly extension: ExtensionProvider }

export type ProviderOptions = WalletOrigin & {
  /** Where each chain is read, by chain id (`eip155:1`); the first is the one to start on. */
  readonly rpcUrls: Readonly<Record<ChainId, string>>
  readonly fetch?: typeof fetch
  /** How long a read may take. Default 20,000. */
  readonly timeoutMs?: number
  /**
   * How long a person may take to answer what the wallet is asked: 300,000 (five minutes, the default) to 604,800,000 (seven days,
   * the longest a session's request may live). For wallets where several people sign, custody, or hardware out of reach.
   */
  readonly walletTimeoutMs?: number
  /** How long the answer to a read may be. Default 10 MiB. */
  readonly maxBytes?: number
  /** Calls back after `delayMs`. Returns the undo. */
  readonly setTimer?: (callback: () => void, delayMs: number) => () => void
}

/**
 * An EIP-1193 provider. Every rejection is a ProviderRpcError. Its functions need no `this`: they may be taken out of it, and it may
 * be wrapped or frozen.
 */
export type Eip1193Provider = LegacyMethods & {
  request(request: ProviderRequest): Promise<unknown>
  on: Listen
  addListener: Listen
  /** As `on`, for one time. */
  once: Listen
  removeListener: Listen
  off: Listen
  /** Without a name, of every event. */
  removeAllListeners(event?: keyof ProviderEvents): Eip1193Provider
  /** Whether a wallet is connected, as `connect` and `disconnect` tell it. Reads need none. */
  isConnected(): boolean
  /** Ends the session, or leaves the extension, also one that is only being looked for or opened. */
  disconnect(): void
  /** Ends requests and events; pending requests reject with 4900. The session stays open. */
  stop(): void
}

type Listen = <E extends keyof ProviderEvents>(
  event: E,
  listener: (payload: ProviderEvents[E]) => void,
) => Eip1193Provider

// WalletConnect sign/session-requests.
const minWalletTimeoutMs = 300_000
const maxWalletTimeoutMs = 604_800_000

/**
 * Creates an EIP-1193 provider: reads go to the RPC URL of the chain, what an account has to answer for goes to the wallet.
 * @throws InvalidChainIdError - when `rpcUrls` is empty or has a key that is no chain of Ethereum's kind
 * @throws InvalidParamsError - when `walletTimeoutMs` is out of its bounds
 * @example
 * const provider = createProvider({ linker, rpcUrls: { 'eip155:1': 'https://rpc.example/1' }, walletTimeoutMs: 3_600_000 })
 * const accounts = await provider.request({ method: 'eth_requestAccounts' })
 */
export function createProvider(options: ProviderOptions): Eip1193Provider {
  const { rpcUrls, timeoutMs = 20_000, maxBytes = 10 * 1024 * 1024, setTimer = setPlatformTimer } = options
  const { walletTimeoutMs = minWalletTimeoutMs } = options
  if (!(walletTimeoutMs >= minWalletTimeoutMs && walletTimeoutMs <= maxWalletTimeoutMs)) {
    throw new InvalidParamsError(`walletTimeoutMs is ${minWalletTimeoutMs} to ${maxWalletTimeoutMs}.`)
  }
  // Called without a receiver: browsers refuse a fetch that hangs on another object.
  const { fetch = (...args) => globalThis.fetch(...args) } = options
  const chains = chainsOf(rpcUrls)
  const stopped = new AbortController()
  const { signal } = stopped
  const listeners = createListeners<ProviderEvents>()
  const reader = createRpcReader({ rpcUrls, fetch, setTimer, timeoutMs, maxBytes })
  const inUse = createWalletInUse({
    firstChain: chains[0],
    signal,
    emit: listeners.emit,
    openSource: (taker) => createSource(options, { chains, signal, walletTimeoutMs, setTimer }, taker),
  })
  const answer = createAnswers(inUse, reader, signal)

  async function request(asked: unknown): Promise<unknown> {
    try {
      signal.throwIfAborted()
      return await answer(parseProviderRequest(asked))
    } catch (error) {
      const isRefusal = error instanceof BaseError && error.code === 'request_rejected'
      const code = isRefusal ? await import('./refusedRequest.ts').catch(() => undefined) : undefined
      throw isRefusal && code !== undefined ? code.toRefusal(error) : toProviderRpcError(error)
    }
  }

  const listenBy =
    (how: Listeners<ProviderEvents>['add']): Listen =>
    (event, listener) => {
      how(event, listener)
      return provider
    }
  const on = listenBy(listeners.add)
  const off = listenBy(listeners.remove)

  const provider: Eip1193Provider = {
    // An async function by its looks too: web3.js 4 tells the old form of providers from this one by that.
    request,
    ...createLegacyMethods(request),
    on,
    addListener: on,
    once: listenBy(listeners.addOnce),
    removeListener: off,
    off,
    removeAllListeners(event) {
      listeners.clear(event)
      return provider
    },
    isConnected: () => inUse.told().isConnected,
    disconnect: inUse.disconnect,
    stop() {
      if (signal.aborted) return
      stopped.abort(new ProviderStoppedError('The provider was stopped.'))
      inUse.stop()
      listeners.clear()
    },
  }
  // A session that is there is followed at once: what its wallet says of it may be said before anybody asks.
  if ('client' in options) inUse.find().catch(() => {})
  return provider
}

function chainsOf(rpcUrls: Readonly<Record<ChainId, string>>): readonly [ChainId, ...ChainId[]] {
  const [first, ...others] = Object.keys(rpcUrls).map((key) => {
    const { chainId, namespace, reference } = parseChainId(key)
    if (namespace === 'eip155' && /^[1-9][0-9]{0,15}$/.test(reference)) return chainId
    throw new InvalidChainIdError('A key of rpcUrls looks like "eip155:1".')
  })
  if (first === undefined) throw new InvalidChainIdError('rpcUrls names at least one chain.')
  return [first, ...others]
}

function createSource(origin: WalletOrigin, world: SourceOptions, taker: WalletTaker): WalletSource {
  if ('extension' in origin) return createExtensionSource(world, origin.extension)
  if ('client' in origin) return createClientSource(world, origin, taker)
  const { linker, extensionScope = globalThis.window, extensionMemory } = origin
  return createLinkerSource(world, { linker, scope: extensionScope, extensionMemory, ...taker })
}
