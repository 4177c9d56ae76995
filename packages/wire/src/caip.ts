import { InvalidAccountIdError, InvalidChainIdError } from './errors.ts'

/** `namespace:reference`, for example `eip155:1` (CAIP-2). */
export type ChainId = `${string}:${string}`
/** `namespace:reference:address` (CAIP-10). */
export type AccountId = `${string}:${string}:${string}`

// CAIP-2 and CAIP-10 grammars. `$` without the m flag would still match before a final newline in other engines; here `^…$` is exact.
const namespacePattern = /^[-a-z0-9]{3,8}$/
const chainIdPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const accountIdPattern = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/

/** Whether a text is a CAIP-2 namespace such as `eip155`. */
export function isNamespace(text: string): boolean {
  return namespacePattern.test(text)
}

/** The namespace of a CAIP-2 chain id, a CAIP-10 account id, or of itself. */
export function namespaceOf(id: string): string {
  return id.split(':', 1)[0] ?? id
}

/** Whether a text is a CAIP-2 chain id. */
export function isChainId(text: string): text is ChainId {
  return chainIdPattern.test(text)
}

/** Whether a text is a CAIP-10 account id. The address is not checked against its chain's own rules. */
export function isAccountId(text: string): text is AccountId {
  return accountIdPattern.test(text)
}

/**
 * Parses a CAIP-2 chain id.
 * @throws InvalidChainIdError
 */
export function parseChainId(value: unknown): { chainId: ChainId; namespace: string; reference: string } {
  if (typeof value !== 'string' || !isChainId(value)) {
    throw new InvalidChainIdError('A chain id must look like "eip155:1" (CAIP-2: namespace:reference).')
  }
  const [namespace = '', reference = ''] = value.split(':')
  return { chainId: value, namespace, reference }
}

/**
 * Parses a CAIP-10 account id.
 * @throws InvalidAccountIdError
 */
export function parseAccountId(value: unknown): {
  accountId: AccountId
  chainId: ChainId
  namespace: string
  reference: string
  address: string
} {
  if (typeof value !== 'string' || !isAccountId(value)) {
    throw new InvalidAccountIdError(
      'An account id must look like "eip155:1:0x…" (CAIP-10: namespace:reference:address).',
    )
  }
  const [namespace = '', reference = '', address = ''] = value.split(':')
  return { accountId: value, chainId: `${namespace}:${reference}`, namespace, reference, address }
}
