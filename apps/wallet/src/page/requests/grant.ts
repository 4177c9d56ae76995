import { grantNamespaces, type Proposal } from '@hawser/sign'
import {
  type ChainId,
  chainsOf,
  InvalidNamespacesError,
  type Namespaces,
  namespaceOf,
  type ProposalNamespace,
  type Reason,
  reasons,
  type SignInNamespace,
} from '@hawser/wire'
import type { WalletAddress } from '../accounts/account.ts'
import { signMethods } from './signMethods.ts'

/** The wallet's grant to an app, or the reason for a refusal. `withheld` lists the requested methods that are not granted. */
export type Grant =
  | {
      readonly status: 'granted'
      readonly namespaces: Namespaces
      readonly chains: readonly ChainId[]
      readonly methods: readonly string[]
      readonly withheld: readonly string[]
    }
  | { readonly status: 'refused'; readonly reason: Reason; readonly missing: readonly string[] }

type AskedNamespaces = Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>

// A wallet with fixed accounts never sends these events, but old apps require the right to receive them.
const events = ['chainChanged', 'accountsChanged']

const chainPatterns: Readonly<Record<SignInNamespace, RegExp>> = {
  // Chain ids of EIP-155 are decimal; the grammar of CAIP-2 allows more.
  eip155: /^eip155:(0|[1-9]\d{0,31})$/,
  // namespaces/solana/caip2: the first 32 characters of the hash of the first block. The same key signs on all Solana chains.
  solana: /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/,
  // namespaces/bip122/caip2: Bitcoin mainnet only. An address `bc1…` belongs to no other chain.
  bip122: /^bip122:000000000019d6689c085ae165831e93$/,
}
const namespaces = ['eip155', 'solana', 'bip122'] as const

/** Grants the supported part of a proposal for the shared addresses, or refuses it for a requirement beyond that. */
// The reasons: 5100 chains, 5101 methods, 5102 events, 5103 a required chain without a shared address.
export function grantProposal(proposal: AskedNamespaces, addresses: readonly WalletAddress[]): Grant {
  const asked = askedEntries(proposal)
  try {
    const supported = Object.fromEntries(namespaces.map((namespace) => [namespace, supportOf(namespace)]))
    const grantedNamespaces = grantNamespaces({ proposal, supported })
    const granted = Object.values(grantedNamespaces)
    const askedMethods = unique(asked.flatMap(([, entry]) => entry.methods))
    const grantedMethods = unique(granted.flatMap((entry) => entry.methods))
    // An app that wants only the address asks for no method.
    if (grantedMethods.length === 0 && askedMethods.length > 0)
      return { status: 'refused', reason: reasons.unsupportedMethods, missing: askedMethods }
    return {
      status: 'granted',
      chains: unique(granted.flatMap((entry) => entry.chains ?? [])),
      methods: grantedMethods,
      withheld: unsupportedMethods(asked),
      namespaces: grantedNamespaces,
    }
  } catch (error) {
    if (error instanceof InvalidNamespacesError)
      return { status: 'refused', reason: error.reason, missing: error.missing }
    throw error
  }

  function supportOf(namespace: SignInNamespace) {
    const chains = supportedChains(asked, namespace)
    const own = addresses.filter((each) => each.namespace === namespace)
    const accounts = chains.flatMap((chain) => own.map(({ address }) => `${chain}:${address}` as const))
    return { chains, methods: methodsOf(namespace), events, accounts }
  }
}

/** The addresses that an app could see: those of the ecosystems that the app asks for. */
export function offeredAddresses(
  proposal: AskedNamespaces,
  addresses: readonly WalletAddress[],
): readonly WalletAddress[] {
  const asked = askedEntries(proposal)
  return addresses.filter(({ namespace }) => supportedChains(asked, namespace).length > 0)
}

type AskedEntry = readonly [key: string, entry: ProposalNamespace]

function askedEntries({ requiredNamespaces, optionalNamespaces }: AskedNamespaces): readonly AskedEntry[] {
  return [requiredNamespaces, optionalNamespaces].flatMap((each) => Object.entries(each))
}

function supportedChains(asked: readonly AskedEntry[], namespace: SignInNamespace): readonly ChainId[] {
  const pattern = chainPatterns[namespace]
  return unique(asked.flatMap(([key, entry]) => chainsOf(key, entry))).filter((chain) => pattern.test(chain))
}

/** Methods that no choice could grant: unknown to this wallet, or on chains that the wallet does not support. */
function unsupportedMethods(asked: readonly AskedEntry[]): readonly string[] {
  return unique(
    asked.flatMap(([key, entry]) => {
      const namespace = namespaces.find((each) => each === namespaceOf(key))
      const known =
        namespace === undefined || supportedChains([[key, entry]], namespace).length === 0 ? [] : methodsOf(namespace)
      return entry.methods.filter((method) => !known.includes(method))
    }),
  )
}

function methodsOf(namespace: SignInNamespace): readonly string[] {
  return [...signMethods].flatMap(([method, of]) => (of.namespace === namespace ? [method] : []))
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)]
}
