/** `namespace:reference`, for example `eip155:1` (CAIP-2). */
export type ChainId = `${string}:${string}`
/** `namespace:reference:address` (CAIP-10). */
export type AccountId = `${string}:${string}:${string}`

// CAIP-2 and CAIP-10 grammars. In other engines `$` without the m flag also matches before a final newline. In JavaScript
// `^…$` is exact.
const namespacePattern = /^[-a-z0-9]{3,8}$/
const chainIdPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const accountIdPattern = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/

/** Whether a text is a CAIP-2 namespace such as `eip155`. */
export function isNamespace(text: string): boolean {
  return typeof text === 'string' && namespacePattern.test(text)
}

/** The namespace of a CAIP-2 chain id, of a CAIP-10 account id, or of a namespace itself. */
export function namespaceOf(id: string): string {
  return typeof id === 'string' ? (id.split(':', 1)[0] ?? id) : ''
}

/** Whether a text is a CAIP-2 chain id. */
export function isChainId(text: string): text is ChainId {
  return typeof text === 'string' && chainIdPattern.test(text)
}

/** Whether a text is a CAIP-10 account id. The address is not checked against its chain's own rules. */
export function isAccountId(text: string): text is AccountId {
  return typeof text === 'string' && accountIdPattern.test(text)
}

/**
 * The part of an account id that has one owner: namespace and address, on every chain of the namespace (CAIP-10). It is equal
 * for all spellings of one key's account. Hex of eip155 and bech32 of Bitcoin (BIP-173) mean the same in either case, base58
 * does not. For comparison only: it is not an account id, and its checksum is not checked.
 */
export function ownerKeyOf(accountId: AccountId): string {
  const key = (typeof accountId === 'string' ? accountId : '').replace(/:.*:/, ':')
  return /^(eip155:|bip122:bc1)/i.test(key) ? key.toLowerCase() : key
}
