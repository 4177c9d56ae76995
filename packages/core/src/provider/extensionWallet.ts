import type { ChainId } from '@hawser/wire'
import { type AskingWorld, answerInTime } from '../connectors/answerInTime.ts'
import { askExtension } from '../connectors/foreign/askExtension.ts'
import type { Refusal } from '../connectors/foreign/refusal.ts'
import { readAddresses, readChain } from '../connectors/foreign/spelling.ts'
import { AccountNotGrantedError, ChainNotReachedError, ExtensionFailedError } from '../errors.ts'
import { ProviderRpcError } from '../platform/providerRpcError.ts'
import { readField } from '../platform/readField.ts'
import type { ConnectedWallet } from './connectedWallet.ts'
import type { ProviderRequest } from './providerRequest.ts'
import { reachChain } from './reachChain.ts'
import { createWalletListeners } from './walletListeners.ts'

/** An extension's provider (EIP-1193). It may answer or throw anything, or stay silent. */
export type ExtensionProvider = {
  request(request: { readonly method: string; readonly params?: readonly unknown[] | object }): unknown
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
}

export type ExtensionWalletOptions = AskingWorld & {
  readonly extension: ExtensionProvider
  /** A person reads and decides. */
  readonly walletTimeoutMs: number
}

const machineMs = 20_000
// It is here: an approved change takes almost no time.
const switchPatienceMs = 3_000
/** The extension has briefly lost its own node (RFC 6455: try again later); its wallet is still there. */
const tryAgainLater = 1013

/**
 * The wallet of an extension, if it shares accounts. With `asks` the visitor is prompted, otherwise nobody is.
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

/** The extension decides about chain and accounts, and the provider follows it. */
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
      // Empty: the extension is locked, or the page was taken off its list. It may come back.
      accounts = readAddresses(payload) ?? []
      listeners.tell()
    },
    chainChanged(payload) {
      const chain = readChain(payload)
      if (chain !== undefined) moveTo(chain)
      // It has changed, without saying to what.
      else look().catch(() => {})
    },
    disconnect(payload) {
      if (readField(payload, 'code') !== tryAgainLater) listeners.end()
    },
  }
  for (const [event, listener] of Object.entries(heard)) attempt(() => extension.on?.(event, listener))

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
      // Its own event may be on its way, or it may have none.
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
    read: (request) => ask(options, request, machineMs),
    async switchChain(request, chain) {
      if (chain !== chainId && !(await reach(request, chain, switchPatienceMs))) {
        throw new ChainNotReachedError(`The extension said yes and did not go to ${chain}.`)
      }
    },
    async addChain(request, chain) {
      // Most switch with it. One that does not has still added it.
      await reach(request, chain, 0)
    },
    listen: listeners.add,
    disconnect: listeners.end,
    release: listeners.release,
  }
}

async function askChain(options: ExtensionWalletOptions): Promise<ChainId> {
  const chainId = readChain(await ask(options, { method: 'eth_chainId' }, machineMs))
  if (chainId !== undefined) return chainId
  throw new ExtensionFailedError('The extension answered without a valid chain id.')
}

function ask({ extension, ...world }: ExtensionWalletOptions, request: ProviderRequest, ms: number): Promise<unknown> {
  return answerInTime(world, request.method, ms, () => askExtension(extension, request, describeRefusal))
}

/** Keeps the message and number of the extension: pages know these numbers. */
function describeRefusal({ code, message, data }: Refusal): Error {
  if (code === undefined) return new ExtensionFailedError('The extension failed. Unlock it or reload the page.')
  return new ProviderRpcError(code, message === '' ? 'The extension refused the request.' : message, { data })
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
