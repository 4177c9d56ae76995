import { given } from '../given.ts'
import type { AccountId, ChainId } from './caip.ts'

/**
 * Chains that had another name before: WalletConnect's first references of Solana were not those of its genesis blocks
 * (namespaces/solana/caip2). Wallets in use still grant accounts under those names.
 */
const formerReferences: Readonly<Record<string, string>> = {
  'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/**
 * Returns the canonical name of a chain, for comparison and storage. The namespace and Bitcoin's hash are in lower case. EVM
 * chain ids are decimal without leading zeros; some wallets write them in hex, as `eth_chainId` answers. The current references
 * of Solana replace the old ones. Any other text comes back unchanged.
 * @example canonicalChainId('eip155:0x89') // 'eip155:137'
 * @example canonicalChainId('solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ') // 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
 */
export function canonicalChainId(chainId: string): ChainId {
  given('chainId', chainId, 'string')
  const [namespace = '', name, more] = chainId.split(':', 3)
  if (name === undefined || more !== undefined) return chainId as ChainId
  const ecosystem = namespace.toLowerCase()
  return `${ecosystem}:${formerReferences[`${ecosystem}:${name}`] ?? canonicalReference(ecosystem, name)}`
}

/**
 * Returns an account id with the canonical name of its chain. The address stays unchanged, because its capitals can be a
 * checksum.
 * @example canonicalAccountId('EIP155:0x1:0xAb…') // 'eip155:1:0xAb…'
 */
export function canonicalAccountId(accountId: string): AccountId {
  given('accountId', accountId, 'string')
  const [namespace = '', reference = '', ...address] = accountId.split(':')
  return `${canonicalChainId(`${namespace}:${reference}`)}:${address.join(':')}`
}

function canonicalReference(namespace: string, reference: string): string {
  if (namespace === 'bip122') return reference.toLowerCase()
  // CAIP-2 allows a reference 32 characters.
  return namespace === 'eip155' && /^(?:\d{1,32}|0x[0-9a-f]{1,30})$/i.test(reference)
    ? BigInt(reference.toLowerCase()).toString()
    : reference
}
