import { grantNamespaces, type Proposal } from '@hawser/sign'
import { type ChainId, chainsOf, InvalidNamespacesError, type Namespaces, type Reason, reasons } from '@hawser/wire'
import type { Address } from './account.ts'

/** What the wallet would give an app, or why it can give nothing. `withheld` is what was asked for and is not given. */
export type Grant =
  | {
      readonly status: 'granted'
      readonly namespaces: Namespaces
      readonly chains: readonly ChainId[]
      readonly methods: readonly string[]
      readonly withheld: readonly string[]
    }
  | { readonly status: 'refused'; readonly reason: Reason; readonly missing: readonly string[] }

const methods = ['personal_sign', 'eth_signTypedData_v4']
// A wallet of one fixed account has no reason to send them, but old apps require the right to be told.
const events = ['chainChanged', 'accountsChanged']
// Chain ids of EIP-155 are decimal; the grammar of CAIP-2 allows more.
const chainPattern = /^eip155:(0|[1-9]\d{0,31})$/

/**
 * What is asked for and supported, for the accounts that are shared: any chain of `eip155`, texts and typed data to sign, and two events. What an app requires beyond
 * that refuses the whole proposal with a numbered reason: 5100 chains, 5101 methods, 5102 events.
 */
export function grantProposal(
  proposal: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>,
  addresses: readonly Address[],
): Grant {
  const asked = [proposal.requiredNamespaces, proposal.optionalNamespaces].flatMap((each) => Object.entries(each))
  const chains = unique(asked.flatMap(([key, entry]) => chainsOf(key, entry))).filter((chain) =>
    chainPattern.test(chain),
  )
  const accounts = chains.flatMap((chain) => addresses.map((address) => `${chain}:${address}` as const))
  try {
    const namespaces = grantNamespaces({ proposal, supported: { eip155: { chains, methods, events, accounts } } })
    const granted = Object.values(namespaces)
    const askedMethods = unique(asked.flatMap(([, entry]) => entry.methods))
    const grantedMethods = unique(granted.flatMap((entry) => entry.methods))
    // An app that may only look at the address asks for no method at all.
    if (grantedMethods.length === 0 && askedMethods.length > 0)
      return { status: 'refused', reason: reasons.unsupportedMethods, missing: askedMethods }
    return {
      status: 'granted',
      chains: unique(granted.flatMap((entry) => entry.chains ?? [])),
      methods: grantedMethods,
      withheld: askedMethods.filter((method) => !grantedMethods.includes(method)),
      namespaces,
    }
  } catch (error) {
    if (error instanceof InvalidNamespacesError)
      return { status: 'refused', reason: error.reason, missing: error.missing }
    throw error
  }
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)]
}
