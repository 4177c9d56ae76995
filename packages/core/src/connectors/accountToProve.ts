import {
  type AccountId,
  accountsOf,
  type ChainId,
  canonicalAccountId,
  canonicalChainId,
  type LinkedWallet,
  type Namespaces,
  namespacesOfChain,
  ownerKeyOf,
  parseAccountId,
} from '@hawser/wire'
import { signingMethodOf } from './askedMethods.ts'

/**
 * Which account of a session is proven, by the order of `chains`: the first that can be proven and is not linked yet, so that
 * who comes again with the same wallet links the next of its accounts; when all are linked the first that can be proven; when
 * none can be the first, whose refusal says why. Undefined when the wallet shared none on any of the chains.
 */
export function accountToProve(params: {
  readonly namespaces: Namespaces
  readonly chains: readonly ChainId[]
  readonly linked: readonly LinkedWallet[]
}): AccountId | undefined {
  const { namespaces, chains, linked } = params
  const all = accountsOf(namespaces)
  const shared = chains.flatMap((chain) => all.filter((account) => isOn(account, chain)))
  const provable = shared.filter((account) => isProvable(account, namespaces))
  // One that waits to be proven again is as good as none.
  const isOwned = (account: AccountId) =>
    linked.some(
      ({ accountId, status = 'active' }) => status === 'active' && ownerKeyOf(accountId) === ownerKeyOf(account),
    )
  return provable.find((account) => !isOwned(account)) ?? provable[0] ?? shared[0]
}

/** By whichever of its names the wallet grants the chain. */
function isOn(accountId: AccountId, chain: ChainId): boolean {
  return canonicalAccountId(accountId).startsWith(`${canonicalChainId(chain)}:`)
}

/** Whether the wallet grants the method its account signs by, and the account is one that a signature proves. */
function isProvable(accountId: AccountId, namespaces: Namespaces): boolean {
  const { namespace, chainId, address } = parseAccountId(accountId)
  // Addresses of Bitcoin before SegWit have no signature of one key by BIP-322.
  if (namespace === 'bip122' && !/^bc1/i.test(address)) return false
  return namespacesOfChain(namespaces, chainId).some(({ methods }) => methods.includes(signingMethodOf(namespace)))
}
