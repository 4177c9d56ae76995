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
} from '@hawser/wire'
import { signingMethodOf } from './requestedMethods.ts'

/**
 * Chooses the account of a session to prove, in the order of `chains`: the first account that can be proven and is not
 * linked yet. A visitor who returns with the same wallet thus links its next account. If every account is linked,
 * returns the first that can be proven. If no account can be proven, returns the first, whose refusal gives the reason.
 * Undefined when the wallet shared no account on any of the chains.
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
  // An account that waits to be proven again counts as not linked.
  const isOwned = (account: AccountId) =>
    linked.some(
      ({ accountId, status = 'active' }) => status === 'active' && ownerKeyOf(accountId) === ownerKeyOf(account),
    )
  return provable.find((account) => !isOwned(account)) ?? provable[0] ?? shared[0]
}

/** Whether an account is on a chain, under any of the names by which wallets grant the chain. */
function isOn(accountId: AccountId, chain: ChainId): boolean {
  return canonicalAccountId(accountId).startsWith(`${canonicalChainId(chain)}:`)
}

/** Whether the wallet grants the signing method of the account's namespace, and a signature can prove the account. */
function isProvable(accountId: AccountId, namespaces: Namespaces): boolean {
  // Not `parseAccountId`: a session keeps accounts with an underscore, which it refuses.
  const [namespace = '', reference = '', address = ''] = accountId.split(':')
  // Bitcoin addresses from before SegWit have no BIP-322 signature by a single key.
  if (namespace === 'bip122' && !/^bc1/i.test(address)) return false
  return namespacesOfChain(namespaces, `${namespace}:${reference}`).some(({ methods }) =>
    methods.includes(signingMethodOf(namespace)),
  )
}
