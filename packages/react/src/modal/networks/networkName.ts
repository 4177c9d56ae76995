/** Names of networks by namespace, the same in every language. */
const names: Readonly<Record<string, string>> = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

/** The visitor's name for the network of a namespace. */
export function networkName(namespace: string): string {
  return names[namespace] ?? namespace
}
