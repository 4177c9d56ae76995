/** Names of networks by namespace, the same in every language. */
const names: Readonly<Record<string, string>> = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

/** The name of a namespace's network, as visitors know it. */
export function networkName(namespace: string): string {
  return names[namespace] ?? namespace
}
