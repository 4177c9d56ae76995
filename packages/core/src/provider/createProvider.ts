import { BaseError, type ChainId, InvalidChainIdError, parseChainId } from '@hawser/wire'
import {
  AccountNotGrantedError,
  ChainUnrecognizedError,
  InvalidParamsError,
  MethodUnsupportedError,
  ProviderStoppedError,
  WalletGoneError,
  WalletNotConnectedError,
} from '../errors.ts'
import { setPlatformTimer } from '../linker/browser.ts'
import type { ClientLinker } from '../linker/state.ts'
import { type ClientOrigin, createClientSource, createExtensionSource, type SourceOptions } from './clientSource.ts'
import type { ConnectedWallet, Take, WalletSource, WalletTaker } from './connectedWallet.ts'
import type { ExtensionProvider } from './extensionWallet.ts'
import { createLegacyMethods, type LegacyMethods } from './legacyMethods.ts'
import { createLinkerSource } from './linkerSource.ts'
import type { ExtensionMemory } from './pageExtensions.ts'
import { createListeners, type Listeners, type ProviderEvents } from './providerEvents.ts'
import {
  checkSigner,
  formatChainHex,
  isForWallet,
  type ProviderRequest,
  parseChainRequest,
  parseProviderRequest,
  referenceOf,
} from './providerRequest.ts'
import { toProviderRpcError } from './providerRpcError.ts'
import { createRpcReader } from './rpcReader.ts'

/** Where the wallet comes from: a linker, a protocol client (its newest session, also one that settles later, or this one), or one extension. */
export type WalletOrigin =
  | {
      readonly linker: ClientLinker
      /** Where extensions announce themselves. Default: the window. */
      readonly extensionScope?: EventTarget
      /** Keeps which extension was chosen. Without it the visitor chooses anew after a reload. */
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
  /** Nothing is asked or told afterwards; what waits rejects with 4900. The session goes on. */
  stop(): void
}

type Listen = <E extends keyof ProviderEvents>(
  event: E,
  listener: (payload: ProviderEvents[E]) => void,
) => Eip1193Provider

type Told = { readonly chainId: ChainId; readonly accounts: readonly string[]; readonly isConnected: boolean }

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
  let told: Told = { chainId: chains[0], accounts: [], isConnected: false }
  let wallet: ConnectedWallet | undefined
  let finding: Promise<void> | undefined
  let connecting: Promise<unknown> | undefined
  const underway = new Map<string, { readonly of: ConnectedWallet; readonly done: Promise<void> }>()
  /** How often the page has disconnected. */
  let departures = 0
  let takeConnected = startTaking()
  const source = createSource(
    options,
    { chains, signal, walletTimeoutMs, setTimer },
    { chainId: () => told.chainId, startTaking },
  )

  /** Tells what is different from what was told before. */
  function tell(chainId = wallet?.chainId() ?? told.chainId): void {
    if (signal.aborted) return
    const before = told
    const isConnected = wallet !== undefined
    const accounts = wallet?.accounts() ?? []
    told = { chainId, accounts, isConnected }
    const hex = formatChainHex(chainId)
    if (isConnected && !before.isConnected) listeners.emit('connect', { chainId: hex })
    if (chainId !== before.chainId) listeners.emit('chainChanged', hex)
    if (accounts.join() !== before.accounts.join()) listeners.emit('accountsChanged', [...accounts])
    if (!isConnected && before.isConnected) {
      listeners.emit('disconnect', toProviderRpcError(new WalletGoneError('The wallet is not connected any more.')))
    }
  }

  function adopt(found: ConnectedWallet): void {
    if (found === wallet) return
    if (signal.aborted) {
      found.release()
      return
    }
    wallet?.release()
    wallet = found
    found.listen({
      changed: () => tell(),
      ended() {
        wallet = undefined
        tell()
      },
    })
    tell()
  }

  function startTaking(): Take {
    const before = departures
    return (found) => {
      const isWanted = before === departures
      if (isWanted) adopt(found)
      else found.disconnect()
      return isWanted
    }
  }

  /** Looks once whether a wallet is connected already. */
  function find(): Promise<void> {
    const take = startTaking()
    finding ??= source.find(told.chainId).then(
      (found) => {
        if (wallet !== undefined) found?.release()
        else if (found !== undefined) take(found)
      },
      (error) => {
        finding = undefined
        throw error
      },
    )
    return finding
  }

  async function connect(): Promise<readonly string[]> {
    const before = departures
    await find()
    if (before === departures && told.accounts.length === 0) {
      // Whoever asks meanwhile waits for the same wallet. Who asks after the page has disconnected wants it again.
      takeConnected = startTaking()
      connecting ??= source
        .connect(told.chainId)
        .then((found) => takeConnected(found))
        .finally(() => {
          connecting = undefined
        })
      await connecting
    }
    if (before !== departures) throw new WalletGoneError('The page has disconnected meanwhile.')
    if (told.accounts.length > 0) return [...told.accounts]
    throw new AccountNotGrantedError('The wallet shared no account on this chain.')
  }

  async function requireWallet(): Promise<ConnectedWallet> {
    await find()
    if (wallet !== undefined && told.accounts.length > 0) return wallet
    throw new WalletNotConnectedError('No wallet is connected. Ask for eth_requestAccounts first.')
  }

  async function switchChain(asked: ProviderRequest): Promise<null> {
    const { chainId, request } = parseChainRequest(asked)
    await find()
    if (wallet !== undefined) await once(`to ${chainId}`, wallet, (one) => one.switchChain(request, chainId))
    else if (reader.reads(chainId)) tell(chainId)
    else throw new ChainUnrecognizedError(`No RPC URL is configured for ${chainId}, and no wallet is connected.`)
    return null
  }

  async function addChain(asked: ProviderRequest): Promise<null> {
    const { chainId, request } = parseChainRequest(asked)
    await once(`add ${chainId}`, await requireWallet(), (one) => one.addChain(request, chainId))
    return null
  }

  /** The same question twice at once is one: the visitor is asked once. */
  function once(name: string, of: ConnectedWallet, ask: (of: ConnectedWallet) => Promise<void>): Promise<void> {
    const same = underway.get(name)
    if (same?.of === of) return same.done
    const done = ask(of).finally(() => {
      if (underway.get(name)?.done === done) underway.delete(name)
    })
    underway.set(name, { of, done })
    return done
  }

  async function read(request: ProviderRequest): Promise<unknown> {
    await findChain()
    const { chainId } = told
    if (wallet?.read !== undefined && !reader.reads(chainId)) return wallet.read(request)
    return reader.read(chainId, request, signal)
  }

  async function findChain(): Promise<void> {
    // Without an answer it is the chain that was there before.
    if (source.findsQuickly) await find().catch(() => {})
  }

  async function answer(request: ProviderRequest): Promise<unknown> {
    switch (request.method) {
      case 'eth_accounts':
        await find()
        return [...told.accounts]
      case 'eth_requestAccounts':
        return connect()
      case 'eth_chainId':
        await findChain()
        return formatChainHex(told.chainId)
      case 'net_version':
        await findChain()
        return referenceOf(told.chainId)
      case 'wallet_switchEthereumChain':
        return switchChain(request)
      case 'wallet_addEthereumChain':
        return addChain(request)
      case 'eth_subscribe':
      case 'eth_unsubscribe':
        throw new MethodUnsupportedError('There are no subscriptions over HTTP. Ask again from time to time.')
    }
    if (!isForWallet(request)) return read(request)
    const asked = await requireWallet()
    checkSigner(request, told.accounts)
    return asked.request(request)
  }

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
    isConnected: () => told.isConnected,
    disconnect() {
      // A wallet of before a reload is connected even if nobody has asked for it yet.
      if (wallet === undefined && !signal.aborted) find().catch(() => {})
      departures += 1
      source.leave()
      wallet?.disconnect()
    },
    stop() {
      if (signal.aborted) return
      stopped.abort(new ProviderStoppedError('The provider was stopped.'))
      wallet?.release()
      source.stop()
      listeners.clear()
    },
  }
  // A session that is there is followed at once: what its wallet says of it may be said before anybody asks.
  if ('client' in options) find().catch(() => {})
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
