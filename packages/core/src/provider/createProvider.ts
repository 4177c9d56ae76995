import { BaseError, type ChainId, InvalidChainIdError, parseChainId } from '@hawser/wire'
import { InvalidParamsError, ProviderStoppedError } from '../errors.ts'
import { setPlatformTimer } from '../linker/browser.ts'
import type { ClientLinker } from '../linker/state.ts'
import { createActiveWallet } from './activeWallet.ts'
import { type ClientOrigin, createClientSource, createExtensionSource, type SourceOptions } from './clientSource.ts'
import type { WalletReceiver, WalletSource } from './connectedWallet.ts'
import { createRequestHandler } from './createRequestHandler.ts'
import type { ExtensionProvider } from './extensionWallet.ts'
import { createLegacyMethods, type LegacyMethods } from './legacyMethods.ts'
import { createLinkerSource } from './linkerSource.ts'
import type { ExtensionMemory } from './pageExtensions.ts'
import { createListeners, type Listeners, type ProviderEvents } from './providerEvents.ts'
import { type ProviderRequest, parseProviderRequest } from './providerRequest.ts'
import { createRpcReader } from './rpcReader.ts'
import { toProviderRpcError } from './toProviderRpcError.ts'

/**
 * The source of the wallet: a linker, a protocol client (its newest session, now or later, or the given session), or
 * one extension.
 */
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
  /** The RPC URL of each chain, by chain id (`eip155:1`); the first is the initial chain. */
  readonly rpcUrls: Readonly<Record<ChainId, string>>
  readonly fetch?: typeof fetch
  /** How long a read may take, in milliseconds. Default 20,000. */
  readonly timeoutMs?: number
  /**
   * How long a person may take to answer a wallet request, in milliseconds: 300,000 (five minutes, the default) to
   * 604,800,000 (seven days, the longest lifetime of a session's request). Raise it for wallets where several people
   * sign, custody, or hardware out of reach.
   */
  readonly walletTimeoutMs?: number
  /** The longest answer to a read. Default 10 MiB. */
  readonly maxBytes?: number
  /** Calls back after `delayMs`. Returns the undo. */
  readonly setTimer?: (callback: () => void, delayMs: number) => () => void
}

/**
 * An EIP-1193 provider. Every rejection is a ProviderRpcError. The functions need no `this`: a page can destructure,
 * wrap or freeze the provider.
 */
export type Eip1193Provider = LegacyMethods & {
  request(request: ProviderRequest): Promise<unknown>
  on: Listen
  addListener: Listen
  /** Like `on`, but calls the listener once. */
  once: Listen
  removeListener: Listen
  off: Listen
  /** Removes the listeners of an event, or of every event if no name is given. */
  removeAllListeners(event?: keyof ProviderEvents): Eip1193Provider
  /** Whether a wallet is connected, as `connect` and `disconnect` report it. Reads need no wallet. */
  isConnected(): boolean
  /** Ends the session, or leaves the extension. Also works while a wallet is still being found or opened. */
  disconnect(): void
  /** Ends requests and events; pending requests reject with 4900. The session stays open. */
  stop(): void
}

type Listen = <E extends keyof ProviderEvents>(
  event: E,
  listener: (payload: ProviderEvents[E]) => void,
) => Eip1193Provider

// The shortest and the longest lifetime of a session request (WalletConnect sign/session-requests).
const minWalletTimeoutMs = 300_000
const maxWalletTimeoutMs = 604_800_000

/**
 * Creates an EIP-1193 provider: reads go to the RPC URL of the chain, requests that need an account go to the wallet.
 * @throws InvalidChainIdError - `rpcUrls` is empty or has a key that is not an Ethereum chain
 * @throws InvalidParamsError - `walletTimeoutMs` is out of its bounds
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
  // Called without a receiver: browsers refuse a fetch that is a method of another object.
  const { fetch = (...args) => globalThis.fetch(...args) } = options
  const chains = chainsOf(rpcUrls)
  const stopped = new AbortController()
  const { signal } = stopped
  const listeners = createListeners<ProviderEvents>()
  const reader = createRpcReader({ rpcUrls, fetch, setTimer, timeoutMs, maxBytes })
  const inUse = createActiveWallet({
    firstChain: chains[0],
    signal,
    emit: listeners.emit,
    openSource: (taker) => createSource(options, { chains, signal, walletTimeoutMs, setTimer }, taker),
  })
  const answer = createRequestHandler(inUse, reader, signal)

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
    // Must be an async function: web3.js 4 tells old providers from EIP-1193 providers by that.
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
  // An existing session is followed at once, because its wallet can report changes before any request.
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

function createSource(origin: WalletOrigin, world: SourceOptions, taker: WalletReceiver): WalletSource {
  if ('extension' in origin) return createExtensionSource(world, origin.extension)
  if ('client' in origin) return createClientSource(world, origin, taker)
  const { linker, extensionScope = globalThis.window, extensionMemory } = origin
  return createLinkerSource(world, { linker, scope: extensionScope, extensionMemory, ...taker })
}
