import { type ChainId, type Listing, namespaceOf } from '@hawser/wire'
import { readField } from '../../platform/readField.ts'
import { normalizeRdns, rdnsOf } from './rdns.ts'

// Names of networks, the same in every language.
const names: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  bitcoin: 'Bitcoin',
}

/**
 * Returns the network for which a wallet is in this browser, if the page does not request that network. Wallets
 * announce themselves at once when asked: by EIP-6963 for Ethereum, by the Wallet Standard for others. Only names are
 * read.
 */
export function otherNetworkOf(
  scope: EventTarget | undefined,
  listing: Pick<Listing, 'name' | 'rdns' | 'otherRdns'>,
  chains: readonly ChainId[],
): string | undefined {
  if (scope === undefined) return undefined
  const asked = new Set<string>(chains.map(namespaceOf))
  const found = [...ethereumWallets(scope, rdnsOf(listing)), ...standardWallets(scope, listing.name)]
  if (found.some((namespace) => asked.has(namespace))) return undefined
  const [first] = found
  return first === undefined ? undefined : names[first]
}

function ethereumWallets(scope: EventTarget, names: readonly string[]): readonly string[] {
  const found: string[] = []
  const hear = (event: Event) => {
    const rdns = readField(readField(readField(event, 'detail'), 'info'), 'rdns')
    if (typeof rdns === 'string' && names.includes(normalizeRdns(rdns))) found.push('eip155')
  }
  scope.addEventListener('eip6963:announceProvider', hear)
  scope.dispatchEvent(new Event('eip6963:requestProvider'))
  scope.removeEventListener('eip6963:announceProvider', hear)
  return found
}

function standardWallets(scope: EventTarget, name: string): readonly string[] {
  const found: string[] = []
  const register = (...wallets: unknown[]) => {
    for (const wallet of wallets) {
      if (readField(wallet, 'name') !== name) continue
      const chains = readField(wallet, 'chains')
      if (Array.isArray(chains)) found.push(...chains.map((chain) => String(chain).split(':', 1)[0] ?? ''))
    }
    return () => {}
  }
  // Wallets that have already loaded answer this event.
  scope.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  return found.filter((namespace) => Object.hasOwn(names, namespace))
}
