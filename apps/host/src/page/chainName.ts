const names: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:56': 'BNB Smart Chain',
  'eip155:100': 'Gnosis',
  'eip155:137': 'Polygon',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'eip155:11155111': 'Sepolia',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'bip122:000000000019d6689c085ae165831e93': 'Bitcoin',
}

/** The network of an account id (CAIP-10) by name, or its chain id where it has none here. */
export function chainNameOf(accountId: string): string {
  const chainId = accountId.slice(0, accountId.lastIndexOf(':'))
  return Object.hasOwn(names, chainId) ? (names[chainId] ?? chainId) : chainId
}
