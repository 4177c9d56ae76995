import type { ChainId } from '@hawser/wire'
import { asObject, asString, field } from '@hawser/wire/internal'
import { readChain } from '../connectors/foreign/spelling.ts'
import { AccountNotGrantedError, InvalidParamsError } from '../errors.ts'

/** A request to a provider (EIP-1193). */
export type ProviderRequest = { readonly method: string; readonly params?: readonly unknown[] | object }

const addressPattern = /^0x[0-9a-fA-F]{40}$/
const walletPattern = /^(?:wallet_|personal_|eth_signTypedData)/
const walletMethods = new Set([
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sign',
  'eth_decrypt',
  'eth_getEncryptionPublicKey',
  'eth_signUserOperation',
  'safe_setSettings',
])
const transactionMethods = new Set(['eth_sendTransaction', 'eth_signTransaction'])
const textPattern = /^(?:personal_sign$|eth_sign$|eth_signTypedData)/

/**
 * Reads and validates a page's request.
 * @throws InvalidParamsError
 */
export function parseProviderRequest(value: unknown): ProviderRequest {
  const request = asObject(value)
  const method = request && asString(field(request, 'method'), 256)
  if (request === undefined || method === undefined || method === '') {
    throw new InvalidParamsError('A request is { method, params }.')
  }
  const params = field(request, 'params')
  if (params === undefined || params === null) return { method }
  if (typeof params !== 'object') throw new InvalidParamsError('The params are a list or an object.')
  try {
    JSON.stringify(params)
  } catch (cause) {
    throw new InvalidParamsError('The params cannot be written as JSON; give large numbers as hex.', { cause })
  }
  return { method, params }
}

/** Whether the wallet must answer a request. Every other request is a read. */
export function isForWallet({ method }: ProviderRequest): boolean {
  return walletMethods.has(method) || walletPattern.test(method)
}

/**
 * Reads a request to switch to or add a chain. Returns the chain as CAIP-2, and the request in the form that wallets
 * expect: `0x89` without leading zeros (EIP-3326), in any spelling of the page.
 * @throws InvalidParamsError
 */
export function parseChainRequest({ method, params }: ProviderRequest): {
  readonly chainId: ChainId
  readonly request: ProviderRequest
} {
  const [first, ...others] = Array.isArray(params) ? params : [params]
  const named = asObject(first)
  const chainId = named && readChain(field(named, 'chainId'))
  if (chainId === undefined) throw new InvalidParamsError(`${method} takes [{ chainId: '0x…' }].`)
  return { chainId, request: { method, params: [{ ...named, chainId: formatChainHex(chainId) }, ...others] } }
}

/**
 * Checks that a request to sign names an account that the page may use, before the wallet is asked.
 * @throws InvalidParamsError | AccountNotGrantedError
 */
export function checkSigner({ method, params }: ProviderRequest, accounts: readonly string[]): void {
  const isTransaction = transactionMethods.has(method)
  if (!isTransaction && !textPattern.test(method)) return
  const items: readonly unknown[] = Array.isArray(params) ? params : []
  const candidates = isTransaction ? [field(asObject(items[0]) ?? {}, 'from')] : items
  // The order of the text and the address differs between methods, and between callers.
  const addresses = candidates.filter(isAddress)
  if (addresses.length === 0 || (!isTransaction && items.length < 2)) {
    throw new InvalidParamsError(`${method} names the account that is to sign.`)
  }
  const granted = new Set(accounts.map((account) => account.toLowerCase()))
  if (!addresses.some((address) => granted.has(address.toLowerCase()))) {
    throw new AccountNotGrantedError('The wallet does not share this account with the page on this chain.')
  }
}

/** Formats `eip155:137` as `0x89`. */
export function formatChainHex(chainId: ChainId): string {
  return `0x${Number(referenceOf(chainId)).toString(16)}`
}

/** Returns `137` for `eip155:137`. */
export function referenceOf(chainId: ChainId): string {
  return chainId.slice(chainId.indexOf(':') + 1)
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && addressPattern.test(value)
}
