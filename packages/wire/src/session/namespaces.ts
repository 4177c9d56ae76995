import { type AccountId, type ChainId, isAccountId, isChainId, isNamespace, namespaceOf } from '../caip/caip.ts'
import { canonicalAccountId, canonicalChainId } from '../caip/canonicalChainId.ts'
import { InvalidNamespacesError } from '../errors.ts'
import { asObject, asString, field } from '../read.ts'
import type { Reason } from './reason.ts'
import * as reasons from './reasons.ts'

/** A dapp's request for one namespace. Its key is a namespace or a whole chain id. */
export type ProposalNamespace = {
  readonly chains?: readonly ChainId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>

/** A wallet's grant in one namespace. */
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
// Ten accounts on each of four hundred chains: a wallet's grant is longer than a request.
const maxAccounts = 4096
const maxLength = 256
// Under eip155 or solana, an address in another chain's form belongs to no account. A page that kept it would ask it to sign.
const addressForm = /^(?:eip155:[^:]+:0x[\da-fA-F]{40}|solana:[^:]+:[1-9A-HJ-NP-Za-km-z]{32,44}|(?!eip155:|solana:).*)$/

/**
 * Reads the namespaces of a proposal and refuses any fault: for required namespaces, and for those that a program makes itself.
 * @throws InvalidNamespacesError - `reason` is the numbered reason of the protocol
 */
export function parseProposalNamespaces(value: unknown): ProposalNamespaces {
  return readProposal(value, rethrow)
}

/**
 * Reads the namespaces that a proposal asks for but does not require. It skips unusable parts: an entry under an invalid key, a
 * chain of another namespace, a missing list.
 */
export function parseOptionalNamespaces(value: unknown): ProposalNamespaces {
  return readProposal(value, passOver)
}

function readProposal(value: unknown, refuse: Refuse): ProposalNamespaces {
  return readEntries(value, reasons.invalidSessionProposal, refuse, (key, entry) => {
    const chains = readChains(key, entry, refuse)
    // A namespace alone names no chain, and a wallet could not tell which chains to grant.
    if (chains === undefined ? !isChainId(key) : chains.length === 0)
      throw new InvalidNamespacesError(reasons.unsupportedChains, 'Chains must not be empty.')
    const methods = readTexts(entry, 'methods', reasons.unsupportedMethods, refuse)
    const events = readTexts(entry, 'events', reasons.unsupportedEvents, refuse)
    return { ...(chains && { chains }), methods, events }
  })
}

/**
 * Reads the namespaces that a peer grants: every account belongs to the namespace or chain of its key. It skips unusable parts
 * and takes the rest. Unusable are an entry under an invalid key or without a good account, a malformed or foreign account, and
 * a missing list of methods or events. `checkGranted` then refuses a grant that lacks a required part.
 * @param otherwise - the reason for a value that does not have the form of namespaces.
 * @throws InvalidNamespacesError - if nothing is usable. `reason` is the protocol's number for the first fault
 */
export function parseNamespaces(value: unknown, otherwise: Reason = reasons.invalidSessionSettleRequest): Namespaces {
  let first: unknown
  const namespaces = readSession(value, otherwise, (fault) => {
    first ??= fault
  })
  if (Object.keys(namespaces).length > 0) return namespaces
  throw first ?? new InvalidNamespacesError(reasons.userRejected, 'A session needs a namespace.')
}

/**
 * Reads the namespaces that a program itself grants, and refuses any fault.
 * @throws InvalidNamespacesError - `reason` is the numbered reason of the protocol
 */
export function checkNamespaces(value: unknown): Namespaces {
  readSession(value, reasons.invalidSessionSettleRequest, rethrow)
  return parseNamespaces(value)
}

function readSession(value: unknown, otherwise: Reason, refuse: Refuse): Namespaces {
  return readEntries(value, otherwise, refuse, (key, entry) => {
    const chains = readChains(key, entry, refuse)
    const texts = readTexts(entry, 'accounts', reasons.userRejectedChains, refuse, maxAccounts)
    const accounts = texts.filter((account): account is AccountId => {
      if (!isAccount(account) || !addressForm.test(account)) {
        refuse(new InvalidNamespacesError(reasons.userRejectedChains, 'Accounts must be CAIP-10 account ids.'))
        return false
      }
      if (account.startsWith(`${key}:`)) return true
      refuse(new InvalidNamespacesError(reasons.unsupportedAccounts, 'An account is under another namespace.'))
      return false
    })
    if (accounts.length === 0)
      throw new InvalidNamespacesError(reasons.userRejectedChains, 'A namespace needs an account.')
    const methods = readTexts(entry, 'methods', reasons.userRejectedMethods, refuse)
    const events = readTexts(entry, 'events', reasons.userRejectedEvents, refuse)
    // Official wallets can leave the chains empty, because the accounts name a session's chains.
    return { ...(chains?.length && { chains }), accounts, methods, events }
  })
}

/** Whether a text is an account id. Addresses of TON and names of NEAR have an underscore, which CAIP-10 lacks. */
function isAccount(text: string): text is AccountId {
  return isAccountId(text.replaceAll('_', '-'))
}

const rights = [
  ['methods', reasons.userRejectedMethods],
  ['events', reasons.userRejectedEvents],
] as const

/**
 * Checks that a wallet's grant satisfies a dapp's requirements: every required chain has an account, with every required method
 * and event. A grant may contain more, and may write a chain in its own way: `eip155:0x1` is `eip155:1`.
 * @throws InvalidNamespacesError
 */
export function checkGranted(required: ProposalNamespaces, granted: Namespaces): void {
  requireLists(granted)
  readEntries(required, reasons.invalidSessionProposal, rethrow, (_, entry) => {
    for (const [name, reason] of rights) readTexts(entry, name, reason, rethrow)
  })
  const namespaces = Object.keys(granted).map(namespaceOf)
  const entries = Object.entries(granted).map(([key, entry]) => {
    const accounts = entry.accounts.filter(isAccount).map(canonicalAccountId)
    return [isChainId(key) ? canonicalChainId(key) : key, { ...entry, accounts }] as const
  })
  for (const [key, entry] of Object.entries(required)) {
    if (!namespaces.includes(namespaceOf(key)))
      throw new InvalidNamespacesError(reasons.userRejected, `Required namespace ${key} is missing.`, [key])
    for (const chain of chainsOf(key, entry)) {
      const grants = entriesOn(entries, canonicalChainId(chain))
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

/** The chains of a proposal's entry: those that it lists, or its key if that is a chain id. */
export function chainsOf(key: string, namespace: ProposalNamespace): readonly ChainId[] {
  const entry = asObject(namespace)
  const chains = entry && readChains(key, entry, rethrow)
  if (entry === undefined) throw new InvalidNamespacesError(reasons.unsupportedChains, '`namespace` must be an object.')
  return chains ?? (isChainId(key) ? [key] : [])
}

/**
 * The entries of a session that cover one chain: those under its namespace or its chain id that have an account on it. Empty if
 * the session does not reach the chain.
 */
export function namespacesOfChain(namespaces: Namespaces, chainId: ChainId): readonly SessionNamespace[] {
  requireLists(namespaces)
  return entriesOn(Object.entries(namespaces), chainId)
}

function entriesOn(
  entries: readonly (readonly [string, SessionNamespace])[],
  chainId: ChainId,
): readonly SessionNamespace[] {
  return entries
    .filter(([key, { accounts }]) => {
      const isOfChain = key === chainId || key === namespaceOf(chainId)
      return isOfChain && accounts.some((account) => account.startsWith(`${chainId}:`))
    })
    .map(([, entry]) => entry)
}

/** Every account id of a session, in the wallet's order. */
export function accountsOf(namespaces: Namespaces): readonly AccountId[] {
  requireLists(namespaces)
  return Object.values(namespaces).flatMap((entry) => entry.accounts)
}

/** Checks the lists again, for callers without types. */
function requireLists(namespaces: Namespaces): void {
  readEntries(namespaces, reasons.invalidSessionSettleRequest, rethrow, (_, entry) => {
    for (const name of ['chains', 'accounts', 'methods', 'events'])
      if (name !== 'chains' || field(entry, name) !== undefined)
        readTexts(entry, name, reasons.invalidSessionSettleRequest, rethrow, maxAccounts)
  })
}

/** Receives the fault of an unusable part, and throws if every part is needed. */
type Refuse = (fault: unknown) => void

const passOver: Refuse = () => {}

const rethrow: Refuse = (fault) => {
  throw fault
}

type Fields = Readonly<Record<string, unknown>>

function readEntries<Entry>(
  value: unknown,
  otherwise: Reason,
  refuse: Refuse,
  readEntry: (key: string, fields: Fields) => Entry,
): Readonly<Record<string, Entry>> {
  const object = asObject(value)
  if (object === undefined) refuse(new InvalidNamespacesError(otherwise, 'Namespaces must be an object.'))
  const entries = Object.entries(object ?? {})
  if (entries.length > maxNamespaces)
    refuse(new InvalidNamespacesError(otherwise, `At most ${maxNamespaces} namespaces.`))
  return Object.fromEntries(
    entries.slice(0, maxNamespaces).flatMap(([key, entry]) => {
      try {
        if (!isNamespace(key) && !isChainId(key))
          throw new InvalidNamespacesError(reasons.unsupportedNamespaceKey, 'Namespace formatting must match CAIP-2.')
        const fields = asObject(entry)
        if (fields === undefined) throw new InvalidNamespacesError(otherwise, `Namespace ${key} must be an object.`)
        return [[key, readEntry(key, fields)]]
      } catch (fault) {
        refuse(fault)
        return []
      }
    }),
  )
}

function readChains(key: string, entry: Fields, refuse: Refuse): readonly ChainId[] | undefined {
  const reason = reasons.unsupportedChains
  if ((field(entry, 'chains') ?? undefined) === undefined) return undefined
  return readTexts(entry, 'chains', reason, refuse).filter((chain): chain is ChainId => {
    const isOwn = isChainId(chain) && (chain === key || chain.startsWith(`${key}:`))
    if (!isOwn) refuse(new InvalidNamespacesError(reason, 'Chains must be CAIP-2 ids of their namespace.'))
    return isOwn
  })
}

/** Returns a copy of the list, which later changes by the caller do not affect. */
function readTexts(entry: Fields, name: string, reason: Reason, refuse: Refuse, atMost = maxItems): readonly string[] {
  const list: unknown = field(entry, name)
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  const texts = items.slice(0, atMost).flatMap((item) => asString(item, maxLength) ?? [])
  if (!Array.isArray(list) || texts.length < items.length)
    refuse(new InvalidNamespacesError(reason, `${name} must be an array of texts.`))
  return texts
}
