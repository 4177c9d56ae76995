import { asInteger, type ChainId } from '@hawser/wire'
import { type AskingWorld, answerInTime } from '../connectors/answerInTime.ts'
import { AccountNotGrantedError, ExtensionFailedError } from '../errors.ts'
import type { ConnectedWallet } from './connectedWallet.ts'
import { addressesOf, type ProviderRequest, parseChainHex } from './providerRequest.ts'
import { ProviderRpcError, rpcCodes } from './providerRpcError.ts'
import { createWalletListeners } from './walletListeners.ts'

/** An extension's provider (EIP-1193). Whatever it answers, throws or never says is possible. */
export type ExtensionProvider = {
  request(request: { readonly method: string; readonly params?: readonly unknown[] | object }): unknown
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
}

export type ExtensionWalletOptions = AskingWorld & { readonly extension: ExtensionProvider }

// A person reads and decides.
const personMs = 300_000
const machineMs = 20_000
const maxMessageLength = 4_096
/** The extension has lost its own node for a moment (RFC 6455: try again later); its wallet is there all the same. */
const tryAgainLater = 1013

/**
 * The wallet of an extension, if it shares accounts. With `asks` the visitor is asked to, otherwise nobody is.
 * @throws ProviderRpcError | ExtensionSilentError | ExtensionFailedError | AccountNotGrantedError
 */
export async function openExtensionWallet(
  options: ExtensionWalletOptions,
  asks: boolean,
): Promise<ConnectedWallet | undefined> {
  const method = asks ? 'eth_requestAccounts' : 'eth_accounts'
  const accounts = addressesOf(await ask(options, { method }, asks ? personMs : machineMs))
  if (accounts === undefined)
    throw new ExtensionFailedError('The extension answered with something that is no account.')
  if (accounts.length === 0) {
    if (asks) throw new AccountNotGrantedError('The extension shared no account.')
    return undefined
  }
  return createExtensionWallet(options, await askChain(options), accounts)
}

/** The extension decides about chain and accounts; what it says of them is followed. */
function createExtensionWallet(
  options: ExtensionWalletOptions,
  firstChain: ChainId,
  firstAccounts: readonly string[],
): ConnectedWallet {
  const { extension } = options
  let chainId = firstChain
  let accounts = firstAccounts

  const listeners = createWalletListeners(() => {
    for (const [event, listener] of Object.entries(heard)) attempt(() => extension.removeListener?.(event, listener))
  })
  const heard: Readonly<Record<string, (payload: unknown) => void>> = {
    accountsChanged(payload) {
      // None: the extension is locked, or the page was taken off its list. It may come back.
      accounts = addressesOf(payload) ?? []
      listeners.tell()
    },
    chainChanged(payload) {
      chainId = parseChainHex(payload) ?? chainId
      listeners.tell()
    },
    disconnect(payload) {
      if (readField(payload, 'code') !== tryAgainLater) listeners.end()
    },
  }
  for (const [event, listener] of Object.entries(heard)) attempt(() => extension.on?.(event, listener))

  return {
    chainId: () => chainId,
    accounts: () => accounts,
    request: (request) => ask(options, request, personMs),
    read: (request) => ask(options, request, machineMs),
    async switchChain(request, chain) {
      if (chain === chainId) return
      await ask(options, request, personMs)
      // Its own event may still be on its way.
      chainId = await askChain(options)
      listeners.tell()
    },
    async addChain(request) {
      await ask(options, request, personMs)
    },
    listen: listeners.add,
    disconnect: listeners.end,
    release: listeners.release,
  }
}

async function askChain(options: ExtensionWalletOptions): Promise<ChainId> {
  const chainId = parseChainHex(await ask(options, { method: 'eth_chainId' }, machineMs))
  if (chainId !== undefined) return chainId
  throw new ExtensionFailedError('The extension answered with something that is no chain id.')
}

function ask({ extension, ...world }: ExtensionWalletOptions, request: ProviderRequest, ms: number): Promise<unknown> {
  return answerInTime(world, request.method, ms, () => answerOf(extension, request))
}

/** It may throw, answer without a promise, or with one whose `then` throws: here it is always a rejection of ours. */
async function answerOf(extension: ExtensionProvider, request: ProviderRequest): Promise<unknown> {
  try {
    return await extension.request(request)
  } catch (cause) {
    throw describeRefusal(cause)
  }
}

/** What the extension said, with its own number: pages know what these mean. */
function describeRefusal(cause: unknown): Error {
  const data = readField(cause, 'data')
  const outer = asInteger(readField(cause, 'code'), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  // Some wallets wrap the number once more.
  const inner = asInteger(readField(readField(data, 'originalError'), 'code'), -32_768, 100_000)
  const code = outer === undefined || outer === rpcCodes.internal ? (inner ?? outer) : outer
  const message = readField(cause, 'message')
  const text = typeof message === 'string' ? message.slice(0, maxMessageLength) : ''
  if (code === undefined) return new ExtensionFailedError('The extension failed. Unlock it or reload the page.')
  return new ProviderRpcError(code, text === '' ? 'The extension refused the request.' : text, { data })
}

function readField(value: unknown, name: string): unknown {
  return attempt(() => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined))
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
