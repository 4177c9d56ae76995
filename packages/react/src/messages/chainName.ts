/** Names of the most common networks. Other networks show their id. */
export const chainNames: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:56': 'BNB Smart Chain',
  'eip155:100': 'Gnosis',
  'eip155:137': 'Polygon',
  'eip155:324': 'ZKsync Era',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'eip155:42220': 'Celo',
  'eip155:43114': 'Avalanche',
  'eip155:59144': 'Linea',
  'eip155:11155111': 'Sepolia',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'bip122:000000000019d6689c085ae165831e93': 'Bitcoin',
}

/** A network's name, or its id if it has no name here. */
export function chainName(chainId: string): string {
  return Object.hasOwn(chainNames, chainId) ? (chainNames[chainId] ?? chainId) : chainId
}

/** The name of the network of an account id (CAIP-10). */
export function chainNameOf(accountId: string): string {
  return chainName(accountId.slice(0, accountId.lastIndexOf(':')))
}
