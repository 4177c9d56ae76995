import type { ChainId } from '@hawser/wire'
import type { Refusal } from '../connectors/foreign/refusal.ts'
import { requestFromExtension } from '../connectors/foreign/requestFromExtension.ts'
import { readAddresses, readChain } from '../connectors/foreign/spelling.ts'
import { type TimeoutOptions, withExtensionTimeout } from '../connectors/withExtensionTimeout.ts'
import { AccountNotGrantedError, ChainNotReachedError, ExtensionFailedError } from '../errors.ts'
import { ProviderRpcError } from '../platform/providerRpcError.ts'
import { readField } from '../platform/readField.ts'
import type { ConnectedWallet } from './connectedWallet.ts'
import type { ProviderRequest } from './providerRequest.ts'
import { reachChain } from './reachChain.ts'
import { createWalletListeners } from './walletListeners.ts'

/** An extension's provider (EIP-1193). It can answer or throw anything, or never answer. */
export type ExtensionProvider = {
  request(request: { readonly method: string; readonly params?: readonly unknown[] | object }): unknown
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
}

export type ExtensionWalletOptions = TimeoutOptions & {
  readonly extension: ExtensionProvider
  /** How long a person may take to answer a request, in milliseconds. */
  readonly walletTimeoutMs: number
}

const machineMs = 20_000
// EIP-1193 and JSON-RPC: the wallet does not know the method.
const unknownMethodCodes: readonly unknown[] = [4200, -32601, -32004]
// The extension is on this device, so an approved switch takes almost no time.
const switchPatienceMs = 3_000
/** The code for an extension that has briefly lost its node (RFC 6455: try again later). The wallet is still connected. */
const tryAgainLater = 1013

/**
 * Opens the wallet of an extension, if it shares accounts. Prompts the visitor only with `asks`.
 * @throws ProviderRpcError | ExtensionSilentError | ExtensionFailedError | AccountNotGrantedError
 */
export async function openExtensionWallet(
  options: ExtensionWalletOptions,
  asks: boolean,
): Promise<ConnectedWallet | undefined> {
  const method = asks ? 'eth_requestAccounts' : 'eth_accounts'
  const answer = await ask(options, { method }, asks ? options.walletTimeoutMs : machineMs)
  const accounts = readAddresses(answer)
  if (accounts === undefined) throw new ExtensionFailedError('The extension answered without a valid account.')
  if (accounts.length === 0) {
    if (asks) throw new AccountNotGrantedError('The extension shared no account.')
    return undefined
  }
  return createExtensionWallet(options, await askChain(options), accounts)
}

/** Creates a wallet that follows the chain and accounts of its extension. */
function createExtensionWallet(
  options: ExtensionWalletOptions,
  firstChain: ChainId,
  firstAccounts: readonly string[],
): ConnectedWallet {
  const { extension, signal, setTimer, walletTimeoutMs } = options
  let chainId = firstChain
  let accounts = firstAccounts

  const listeners = createWalletListeners(() => {
    for (const [event, listener] of Object.entries(heard)) attempt(() => extension.removeListener?.(event, listener))
  })
  const heard: Readonly<Record<string, (payload: unknown) => void>> = {
    accountsChanged(payload) {
      // An empty list means that the extension is locked or no longer allows the page. Accounts may come back.
      const named = readAddresses(payload)
      if (named !== undefined) share(named)
      else lookForAccounts()
    },
    chainChanged(payload) {
      const chain = readChain(payload)
      if (chain !== undefined) moveTo(chain)
      // The event does not name the new chain.
      else look().catch(() => {})
    },
    disconnect(payload) {
      if (readField(payload, 'code') !== tryAgainLater) listeners.end()
    },
  }
  for (const [event, listener] of Object.entries(heard)) attempt(() => extension.on?.(event, listener))

  function share(shared: readonly string[]): void {
    accounts = shared
    listeners.tell()
  }

  /** Asks for the accounts, because the event did not name them. An event that comes meanwhile counts instead. */
  function lookForAccounts(): void {
    const before = accounts
    const shareIfSame = (answer?: unknown) => accounts === before && share(readAddresses(answer) ?? [])
    ask(options, { method: 'eth_accounts' }, machineMs).then(shareIfSame, () => shareIfSame())
  }

  function moveTo(chain: ChainId): void {
    chainId = chain
    listeners.tell()
  }

  async function look(): Promise<void> {
    moveTo(await askChain(options))
  }

  function reach(request: ProviderRequest, chain: ChainId, patienceMs: number): Promise<boolean> {
    return reachChain({
      ask: (over) => ask({ ...options, signal: over }, request, walletTimeoutMs),
      isThere: () => chainId === chain,
      // The extension's event may be on its way, or the extension sends none.
      look,
      listeners,
      signal,
      setTimer,
      patienceMs,
    })
  }

  return {
    chainId: () => chainId,
    accounts: () => accounts,
    request: (request) => ask(options, request, walletTimeoutMs),
    read: (request, timeoutMs = machineMs) => ask(options, request, timeoutMs),
    async switchChain(request, chain) {
      if (chain !== chainId && !(await reach(request, chain, switchPatienceMs))) {
        throw new ChainNotReachedError(`The extension said yes and did not go to ${chain}.`)
      }
    },
    async addChain(request, chain) {
      // Most extensions switch to the added chain. An extension that does not has still added the chain.
      await reach(request, chain, 0)
    },
    listen: listeners.add,
    disconnect: listeners.end,
    release: listeners.release,
  }
}

/** Asks for the chain. Some wallets do not know `eth_chainId`, or answer nothing: these are asked for the older `net_version`. */
async function askChain(options: ExtensionWalletOptions): Promise<ChainId> {
  let failure: unknown = new ExtensionFailedError('The extension answered without a valid chain id.')
  try {
    const answer = await ask(options, { method: 'eth_chainId' }, machineMs)
    const chainId = readChain(answer)
    if (chainId !== undefined) return chainId
    if (answer) throw failure
  } catch (error) {
    if (!unknownMethodCodes.includes(readField(error, 'code'))) throw error
    failure = error
  }
  const older = await ask(options, { method: 'net_version' }, machineMs).then(readChain, () => undefined)
  if (older !== undefined) return older
  throw failure
}

function ask({ extension, ...world }: ExtensionWalletOptions, request: ProviderRequest, ms: number): Promise<unknown> {
  return withExtensionTimeout(world, request.method, ms, () =>
    requestFromExtension(extension, request, describeRefusal),
  )
}

/** Keeps the message and code of the extension, because pages know these codes. */
function describeRefusal({ code, message, data }: Refusal): Error {
  if (code === undefined) return new ExtensionFailedError('The extension failed. Unlock it or reload the page.')
  return new ProviderRpcError(code, message || `Error ${code}`, { data })
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
