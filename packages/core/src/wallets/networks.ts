import { type ChainId, namespaceOf } from '@hawser/wire'
import type { KeyValue } from '../platform/keyValue.ts'
import type { PageWallet } from './discovery/pageWallets.ts'
import type { NetworksOfWallets } from './routes.ts'

/** The documented storage key of the network that the visitor chose last. */
const recentNetworkKey = 'hawser.network'

/**
 * Returns the networks of each wallet that has several: in the order of the page's chains, but the last chosen one
 * first. Undefined if no wallet has several; the storage is then not read.
 */
export function listNetworks(
  wallets: readonly PageWallet[],
  chains: readonly ChainId[],
  storage: KeyValue,
): NetworksOfWallets | undefined {
  const asked = [...new Set(chains.map(namespaceOf))]
  const several = wallets
    .map(({ rdns, rdnsOf }) => [rdns, asked.filter((namespace) => rdnsOf[namespace] !== undefined)] as const)
    .filter(([, namespaces]) => namespaces.length > 1)
  if (several.length === 0) return undefined
  const recent = storage.get(recentNetworkKey)
  const isRecent = (namespace: string) => Number(namespace === recent)
  return Object.fromEntries(
    several.map(([rdns, namespaces]) => [rdns, [...namespaces].sort((a, b) => isRecent(b) - isRecent(a))]),
  )
}

/** Stores a network as the last chosen one. */
export function writeRecentNetwork(storage: KeyValue, namespace: string): void {
  storage.set(recentNetworkKey, namespace)
}
