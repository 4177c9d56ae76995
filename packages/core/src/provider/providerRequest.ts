import { asObject, asString, type ChainId, field } from '@hawser/wire'
import { AccountNotGrantedError, InvalidParamsError } from '../errors.ts'

/** What a provider is asked (EIP-1193). */
export type ProviderRequest = { readonly method: string; readonly params?: readonly unknown[] | object }

const chainPattern = /^0x[0-9a-fA-F]{1,13}$/
const addressPattern = /^0x[0-9a-fA-F]{40}$/
const maxAddresses = 1_000
const walletPattern = /^(?:wallet_|personal_|eth_signTypedData)/
const walletMethods = new Set([
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sign',
  'eth_decrypt',
  'eth_getEncryptionPublicKey',
])
const transactionMethods = new Set(['eth_sendTransaction', 'eth_signTransaction'])
const textPattern = /^(?:personal_sign$|eth_sign$|eth_signTypedData)/

/**
 * Reads a request as a page gives it.
 * @throws InvalidParamsError
 */
export function parseProviderRequest(value: unknown): ProviderRequest {
  const request = asObject(value)
  const method = request && asString(field(request, 'method'), 256)
  if (request === undefined || method === undefined || method === '') {
    throw new InvalidParamsError('A request is { method, params }.')
  }
  const params = field(request, 'params')
  if (params === undefined) return { method }
  if (typeof params !== 'object' || params === null) throw new InvalidParamsError('The params are a list or an object.')
  try {
    JSON.stringify(params)
  } catch (cause) {
    throw new InvalidParamsError('The params cannot be written as JSON; give large numbers as hex.', { cause })
  }
  return { method, params }
}

/** Whether a request is the wallet's to answer. Everything else is a read. */
export function isForWallet({ method }: ProviderRequest): boolean {
  return walletMethods.has(method) || walletPattern.test(method)
}

/**
 * The chain a request to switch or add names, as CAIP-2.
 * @throws InvalidParamsError
 */
export function chainOfParams({ method, params }: ProviderRequest): ChainId {
  const named = asObject(Array.isArray(params) ? params[0] : undefined)
  const chainId = named && parseChainHex(field(named, 'chainId'))
  if (chainId === undefined) throw new InvalidParamsError(`${method} takes [{ chainId: '0x…' }].`)
  return chainId
}

/**
 * Checks that a request to sign names an account the page may use, before anybody is asked.
 * @throws InvalidParamsError | AccountNotGrantedError
 */
export function checkSigner({ method, params }: ProviderRequest, accounts: readonly string[]): void {
  const isTransaction = transactionMethods.has(method)
  if (!isTransaction && !textPattern.test(method)) return
  const items: readonly unknown[] = Array.isArray(params) ? params : []
  const candidates = isTransaction ? [field(asObject(items[0]) ?? {}, 'from')] : items
  // The order of the two differs from method to method, and so do callers.
  const addresses = candidates.filter(isAddress)
  if (addresses.length === 0 || (!isTransaction && items.length < 2)) {
    throw new InvalidParamsError(`${method} names the account that is to sign.`)
  }
  const granted = new Set(accounts.map((account) => account.toLowerCase()))
  if (!addresses.some((address) => granted.has(address.toLowerCase()))) {
    throw new AccountNotGrantedError('The wallet does not share this account with the page on this chain.')
  }
}

/** `0x89` as `eip155:137`, or undefined. */
export function parseChainHex(value: unknown): ChainId | undefined {
  if (typeof value !== 'string' || !chainPattern.test(value)) return undefined
  const number = Number.parseInt(value, 16)
  return number === 0 ? undefined : `eip155:${number}`
}

/** `eip155:137` as `0x89`. */
export function formatChainHex(chainId: ChainId): string {
  return `0x${Number(referenceOf(chainId)).toString(16)}`
}

/** `eip155:137` as `137`. */
export function referenceOf(chainId: ChainId): string {
  return chainId.slice(chainId.indexOf(':') + 1)
}

/** The addresses of a list, each once, in its order. What is none is left out; undefined for no list. */
export function addressesOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > maxAddresses) return undefined
  const found = new Map<string, string>()
  for (const item of value) {
    if (isAddress(item) && !found.has(item.toLowerCase())) found.set(item.toLowerCase(), item)
  }
  return [...found.values()]
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && addressPattern.test(value)
}
