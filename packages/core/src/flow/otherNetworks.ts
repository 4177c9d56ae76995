import type { LinkedWallet } from '@hawser/wire'
import type { FlowState } from './state.ts'

/**
 * The other networks, as namespaces, on which the wallet that was just linked may be linked too, by one press: those it has of the
 * page's, and is not known to be linked on.
 */
export function otherNetworks(state: {
  readonly flow: FlowState
  readonly linkedWallets: { readonly wallets: readonly LinkedWallet[] }
}): readonly string[] {
  const { flow, linkedWallets } = state
  if (flow.status !== 'linked' || flow.choice?.networks === undefined) return []
  const { wallet } = flow
  const { networks, linkedOn: before = [] } = flow.choice
  const rows = linkedWallets.wallets.filter(
    ({ walletName, status = 'active' }) => status === 'active' && walletName === wallet.walletName,
  )
  const linkedOn = [...before, ...[wallet, ...rows].map(({ accountId }) => accountId.split(':', 1)[0])]
  return networks.filter((each) => !linkedOn.includes(each))
}
