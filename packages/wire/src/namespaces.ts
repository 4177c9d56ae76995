import { type AccountId, type ChainId, isAccountId, isChainId, isNamespace } from './caip.ts'
import { InvalidNamespacesError } from './errors.ts'
import { asObject, asStrings, field } from './read.ts'
import { type Reason, reasons } from './reasons.ts'

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
const maxLength = 256

/**
 * Reads the namespaces of a proposal.
 * @throws InvalidNamespacesError - `reason` is the numbered reason of the protocol
 */
export function parseProposalNamespaces(value: unknown): ProposalNamespaces {
  const entries = parseEntries(value, reasons.invalidSessionProposal)
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const chains = parseChains(key, entry, reasons.unsupportedChains)
      const methods = parseTexts(field(entry, 'methods'), reasons.unsupportedMethods, 'methods')
      const events = parseTexts(field(entry, 'events'), reasons.unsupportedEvents, 'events')
      return [key, { ...(chains && { chains }), methods, events }]
    }),
  )
}

/**
 * Reads the namespaces of a session: every account belongs to the namespace or chain it stands under.
 * @throws InvalidNamespacesError - `reason` is the numbered reason of the protocol
 */
export function parseNamespaces(value: unknown): Namespaces {
  const entries = parseEntries(value, reasons.invalidSessionSettleRequest)
  if (entries.length === 0) throw new InvalidNamespacesError(reasons.userRejected, 'A session needs a namespace.')
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const chains = parseChains(key, entry, reasons.unsupportedChains)
      const accounts = parseTexts(field(entry, 'accounts'), reasons.userRejectedChains, 'accounts')
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
      return [key, { ...(chains && { chains }), accounts: accounts as readonly AccountId[], methods, events }]
    }),
  )
}

/**
 * Checks that what a wallet grants satisfies what a dapp required: every required chain has an account, every required
 * method and event is there. More is allowed.
 * @throws InvalidNamespacesError
 */
export function checkGranted(required: ProposalNamespaces, granted: Namespaces): void {
  for (const [key, entry] of Object.entries(required)) {
    const namespace = key.split(':')[0] ?? key
    const candidates = Object.entries(granted).filter(([name]) => name === key || name.split(':')[0] === namespace)
    if (candidates.length === 0)
      throw new InvalidNamespacesError(reasons.userRejected, `Required namespace ${key} is missing.`)
    for (const chain of entry.chains ?? (isChainId(key) ? [key] : [])) {
      const accounts = candidates.flatMap(([, value]) => value.accounts)
      if (!accounts.some((account) => account.startsWith(`${chain}:`))) {
        throw new InvalidNamespacesError(reasons.userRejectedChains, `Required chain ${chain} has no account.`)
      }
    }
    const methods = candidates.flatMap(([, value]) => value.methods)
    if (!entry.methods.every((method) => methods.includes(method))) {
      throw new InvalidNamespacesError(reasons.userRejectedMethods, `A required method of ${key} is missing.`)
    }
    const events = candidates.flatMap(([, value]) => value.events)
    if (!entry.events.every((event) => events.includes(event))) {
      throw new InvalidNamespacesError(reasons.userRejectedEvents, `A required event of ${key} is missing.`)
    }
  }
}

/** The part of a session that speaks for one chain: entries under its namespace or under the chain id itself. */
export function namespacesOfChain(namespaces: Namespaces, chainId: ChainId): readonly SessionNamespace[] {
  const namespace = chainId.split(':')[0] ?? ''
  return Object.entries(namespaces)
    .filter(([key]) => key === chainId || key === namespace)
    .map(([, entry]) => entry)
}

/** Every account id of a session, in the wallet's order. */
export function accountsOf(namespaces: Namespaces): readonly AccountId[] {
  return Object.values(namespaces).flatMap((entry) => entry.accounts)
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

function parseChains(
  key: string,
  entry: Readonly<Record<string, unknown>>,
  reason: Reason,
): readonly ChainId[] | undefined {
  const value = field(entry, 'chains')
  if (value === undefined || value === null) return undefined
  const chains = parseTexts(value, reason, 'chains')
  if (chains.length === 0) throw new InvalidNamespacesError(reason, 'Chains must not be empty.')
  return chains.map((chain) => {
    if (!isChainId(chain)) throw new InvalidNamespacesError(reason, 'Chains must be CAIP-2 compliant.')
    if (chain !== key && !chain.startsWith(`${key}:`))
      throw new InvalidNamespacesError(reason, 'Chains must be defined in their own namespace.')
    return chain
  })
}

function parseTexts(value: unknown, reason: Reason, name: string): readonly string[] {
  const texts = asStrings(value, maxItems, maxLength)
  if (texts === undefined) throw new InvalidNamespacesError(reason, `${name} must be an array of texts.`)
  return texts
}
