import type { Proposal } from '@hawser/sign'
import { type ChainId, type Namespaces, type ProposalNamespaces, type Reason, reasons } from '@hawser/wire'
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

const supportedMethods = ['personal_sign']
// A wallet of one fixed account has no reason to send them, but old apps require the right to be told.
const supportedEvents = ['chainChanged', 'accountsChanged']
// Chain ids of EIP-155 are decimal; the grammar of CAIP-2 allows more.
const chainPattern = /^eip155:(0|[1-9]\d{0,31})$/

/**
 * What is asked for and supported: any chain of `eip155`, `personal_sign`, and two events. What an app requires beyond
 * that refuses the whole proposal with a numbered reason: 5100 chains, 5101 methods, 5102 events.
 */
export function grantProposal(
  proposal: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>,
  address: Address,
): Grant {
  const required = listAsked(proposal.requiredNamespaces)
  const optional = listAsked(proposal.optionalNamespaces)
  const refused = (reason: Reason, missing: readonly string[]): Grant => ({ status: 'refused', reason, missing })

  const foreign = required.chains.filter((chain) => !isSupportedChain(chain))
  if (foreign.length > 0) return refused(reasons.unsupportedChains, foreign)
  const beyond = required.methods.filter((method) => !supportedMethods.includes(method))
  if (beyond.length > 0) return refused(reasons.unsupportedMethods, beyond)
  const unknown = required.events.filter((event) => !supportedEvents.includes(event))
  if (unknown.length > 0) return refused(reasons.unsupportedEvents, unknown)

  const asked = {
    chains: unique([...required.chains, ...optional.chains]),
    methods: unique([...required.methods, ...optional.methods]),
    events: unique([...required.events, ...optional.events]),
  }
  const chains = asked.chains.filter(isSupportedChain)
  if (chains.length === 0) return refused(reasons.unsupportedChains, asked.chains)
  const methods = asked.methods.filter((method) => supportedMethods.includes(method))
  // An app that may only look at the address asks for no method at all.
  if (methods.length === 0 && asked.methods.length > 0) return refused(reasons.unsupportedMethods, asked.methods)
  return {
    status: 'granted',
    chains,
    methods,
    withheld: asked.methods.filter((method) => !methods.includes(method)),
    namespaces: {
      eip155: {
        chains,
        accounts: chains.map((chain) => `${chain}:${address}` as const),
        methods,
        events: asked.events.filter((event) => supportedEvents.includes(event)),
      },
    },
  }
}

function isSupportedChain(chain: string): chain is ChainId {
  return chainPattern.test(chain)
}

/** A namespace without chains stands for itself: `eip155:1` is a chain, `eip155` alone names none. */
function listAsked(namespaces: ProposalNamespaces) {
  const entries = Object.entries(namespaces)
  return {
    chains: entries.flatMap(([key, entry]): readonly string[] => entry.chains ?? (key === 'eip155' ? [] : [key])),
    methods: entries.flatMap(([, entry]) => entry.methods),
    events: entries.flatMap(([, entry]) => entry.events),
  }
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)]
}
