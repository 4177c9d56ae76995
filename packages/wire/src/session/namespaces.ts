import { type AccountId, type ChainId, isAccountId, isChainId, isNamespace, namespaceOf } from '../caip/caip.ts'
import { InvalidNamespacesError } from '../errors.ts'
import { asObject, asStrings, field } from '../read.ts'
import type { Reason } from './reason.ts'
import * as reasons from './reasons.ts'

/** What a dapp asks for in one namespace. The key it stands under is a namespace or a whole chain id. */
export type ProposalNamespace = {
  readonly chains?: readonly ChainId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>

/** What a wallet grants in one namespace. */
export type SessionNamespace = {
  readonly chains?: readonly ChainId[]
  readonly accounts: readonly AccountId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
/** Chains, accounts, methods and events per ecosystem (WalletConnect sign/namespaces, CAIP-25). */
export type Namespaces = Readonly<Record<string, SessionNamespace>>

const maxNamespaces = 32
const maxItems = 512
// Ten accounts on each of four hundred chains: what a wallet grants is longer than what is asked.
const maxAccounts = 4096
const maxLength = 256

/**
 * Reads the namespaces of a proposal.
 * @throws InvalidNamespacesError - `reason` is the numbered reason of the protocol
 */
export function parseProposalNamespaces(value: unknown): ProposalNamespaces {
  const entries = parseEntries(value, reasons.invalidSessionProposal)
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const chains = parseChains(key, entry)
      // A namespace alone names no chain, and a wallet could not tell what is wanted.
      if (chains === undefined ? !isChainId(key) : chains.length === 0)
        throw new InvalidNamespacesError(reasons.unsupportedChains, 'Chains must not be empty.')
      const methods = parseTexts(field(entry, 'methods'), reasons.unsupportedMethods, 'methods')
      const events = parseTexts(field(entry, 'events'), reasons.unsupportedEvents, 'events')
      return [key, { ...(chains && { chains }), methods, events }]
    }),
  )
}

/**
 * Reads the namespaces of a session: every account belongs to the namespace or chain it stands under. `otherwise` is the
 * reason given for a value that has not the form of namespaces at all.
 * @throws InvalidNamespacesError - `reason` is the numbered reason of the protocol
 */
export function parseNamespaces(value: unknown, otherwise: Reason = reasons.invalidSessionSettleRequest): Namespaces {
  const entries = parseEntries(value, otherwise)
  if (entries.length === 0) throw new InvalidNamespacesError(reasons.userRejected, 'A session needs a namespace.')
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const chains = parseChains(key, entry)
      const accounts = parseTexts(field(entry, 'accounts'), reasons.userRejectedChains, 'accounts', maxAccounts)
      if (accounts.length === 0)
        throw new InvalidNamespacesError(reasons.userRejectedChains, 'A namespace needs an account.')
      for (const account of accounts) {
        if (!isAccountId(account))
          throw new InvalidNamespacesError(reasons.userRejectedChains, 'Accounts must be CAIP-10 account ids.')
        if (!account.startsWith(`${key}:`))
          throw new InvalidNamespacesError(reasons.unsupportedAccounts, 'An account stands under another namespace.')
      }
      const methods = parseTexts(field(entry, 'methods'), reasons.userRejectedMethods, 'methods')
      const events = parseTexts(field(entry, 'events'), reasons.userRejectedEvents, 'events')
      // Official wallets may leave the chains empty: what a session reaches is told by its accounts.
      return [key, { ...(chains?.length && { chains }), accounts: accounts as readonly AccountId[], methods, events }]
    }),
  )
}

const rights = [
  ['methods', reasons.userRejectedMethods],
  ['events', reasons.userRejectedEvents],
] as const

/**
 * Checks that what a wallet grants satisfies what a dapp required: every required chain has an account, with every required
 * method and event. More is allowed.
 * @throws InvalidNamespacesError
 */
export function checkGranted(required: ProposalNamespaces, granted: Namespaces): void {
  checkNamespaces(granted)
  for (const [, entry] of parseEntries(required, reasons.invalidSessionProposal))
    for (const [name, reason] of rights) parseTexts(field(entry, name), reason, name)
  const namespaces = Object.keys(granted).map(namespaceOf)
  for (const [key, entry] of Object.entries(required)) {
    if (!namespaces.includes(namespaceOf(key)))
      throw new InvalidNamespacesError(reasons.userRejected, `Required namespace ${key} is missing.`, [key])
    for (const chain of chainsOf(key, entry)) {
      const grants = namespacesOfChain(granted, chain)
      if (grants.length === 0)
        throw new InvalidNamespacesError(reasons.userRejectedChains, `Required chain ${chain} has no account.`, [chain])
      for (const [name, reason] of rights) {
        const there = grants.flatMap((grant) => grant[name])
        const missing = entry[name].filter((right) => !there.includes(right))
        if (missing.length > 0)
          throw new InvalidNamespacesError(reason, `Required ${name} of ${chain} are missing.`, missing)
      }
    }
  }
}

/** The chains an entry of a proposal stands for: those it lists, or the one that is its key. */
export function chainsOf(key: string, namespace: ProposalNamespace): readonly ChainId[] {
  const entry = asObject(namespace)
  const chains = entry && parseChains(key, entry)
  if (entry === undefined) throw new InvalidNamespacesError(reasons.unsupportedChains, '`namespace` must be an object.')
  return chains ?? (isChainId(key) ? [key] : [])
}

/**
 * The part of a session that speaks for one chain: entries under its namespace or under the chain id itself that have an
 * account on it. None: the session does not reach the chain.
 */
export function namespacesOfChain(namespaces: Namespaces, chainId: ChainId): readonly SessionNamespace[] {
  checkNamespaces(namespaces)
  return Object.entries(namespaces)
    .filter(([key, { accounts }]) => {
      const isOfChain = key === chainId || key === namespaceOf(chainId)
      return isOfChain && accounts.some((account) => account.startsWith(`${chainId}:`))
    })
    .map(([, entry]) => entry)
}

/** Every account id of a session, in the wallet's order. */
export function accountsOf(namespaces: Namespaces): readonly AccountId[] {
  checkNamespaces(namespaces)
  return Object.values(namespaces).flatMap((entry) => entry.accounts)
}

/** Of callers without types: the readers of this file, for what should have been read by them. */
function checkNamespaces(namespaces: Namespaces): void {
  const reason = reasons.invalidSessionSettleRequest
  for (const [, entry] of parseEntries(namespaces, reason))
    for (const name of ['chains', 'accounts', 'methods', 'events'])
      if (name !== 'chains' || field(entry, name) !== undefined)
        parseTexts(field(entry, name), reason, name, maxAccounts)
}

function parseEntries(value: unknown, reason: Reason): readonly [string, Readonly<Record<string, unknown>>][] {
  const object = asObject(value)
  if (object === undefined) throw new InvalidNamespacesError(reason, 'Namespaces must be an object.')
  const entries = Object.entries(object)
  if (entries.length > maxNamespaces) throw new InvalidNamespacesError(reason, `At most ${maxNamespaces} namespaces.`)
  return entries.map(([key, entry]) => {
    if (!isNamespace(key) && !isChainId(key)) {
      throw new InvalidNamespacesError(reasons.unsupportedNamespaceKey, 'Namespace formatting must match CAIP-2.')
    }
    const fields = asObject(entry)
    if (fields === undefined) throw new InvalidNamespacesError(reason, `Namespace ${key} must be an object.`)
    return [key, fields]
  })
}

function parseChains(key: string, entry: Readonly<Record<string, unknown>>): readonly ChainId[] | undefined {
  const reason = reasons.unsupportedChains
  const value = field(entry, 'chains')
  if (value === undefined || value === null) return undefined
  return parseTexts(value, reason, 'chains').map((chain) => {
    if (!isChainId(chain)) throw new InvalidNamespacesError(reason, 'Chains must be CAIP-2 compliant.')
    if (chain !== key && !chain.startsWith(`${key}:`))
      throw new InvalidNamespacesError(reason, 'Chains must be defined in matching namespace.')
    return chain
  })
}

function parseTexts(value: unknown, reason: Reason, name: string, atMost = maxItems): readonly string[] {
  const texts = asStrings(value, atMost, maxLength)
  if (texts === undefined) throw new InvalidNamespacesError(reason, `${name} must be an array of texts.`)
  return texts
}
