import type { LinkedWallet } from '@hawser/wire'
import { type NetworksOfWallets, networksOf } from '../wallets/routes.ts'
import type { FlowState } from './state.ts'

/**
 * Returns the namespaces on which one press can link the newly linked wallet too. These are the page's networks that the wallet
 * supports, and on which it is not known to be linked.
 */
export function otherNetworks(state: {
  readonly flow: FlowState
  readonly networks?: NetworksOfWallets | undefined
  readonly linkedWallets: { readonly wallets: readonly LinkedWallet[] }
}): readonly string[] {
  const { flow, networks, linkedWallets } = state
  if (flow.status !== 'linked' || flow.choice?.via !== 'extension') return []
  const { wallet } = flow
  const { listing, linkedAs = [] } = flow.choice
  const rows = linkedWallets.wallets.filter(
    ({ walletName, status = 'active' }) => status === 'active' && walletName === wallet.walletName,
  )
  const linked = [...linkedAs, ...[wallet, ...rows].map(({ accountId }) => accountId)]
  const isLinked = (namespace: string) => linked.some((accountId) => accountId.startsWith(`${namespace}:`))
  return networksOf(listing, networks)?.filter((namespace) => !isLinked(namespace)) ?? []
}
