import { type LinkedWallet, namespaceOf } from '@hawser/wire'
import { normalizeRdns } from '../wallets/discovery/rdns.ts'
import type { FlowState } from './state.ts'

/**
 * The other networks, as namespaces, on which the wallet that was just linked may be linked too, by one press: those it has of the
 * page's, and is not known to be linked on.
 */
export function otherNetworks(state: {
  readonly flow: FlowState
  readonly networks?: Readonly<Record<string, readonly string[]>> | undefined
  readonly linkedWallets: { readonly wallets: readonly LinkedWallet[] }
}): readonly string[] {
  const { flow, networks, linkedWallets } = state
  if (flow.status !== 'linked' || flow.choice?.via !== 'extension') return []
  const { choice, wallet } = flow
  const rows = linkedWallets.wallets.filter(
    ({ walletName, status = 'active' }) => status === 'active' && walletName === wallet.walletName,
  )
  const linkedOn = new Set<string>([
    ...(choice.linkedOn ?? []),
    ...[wallet, ...rows].map(({ accountId }) => namespaceOf(accountId)),
  ])
  return networks?.[normalizeRdns(choice.listing.rdns ?? '')]?.filter((each) => !linkedOn.has(each)) ?? []
}
