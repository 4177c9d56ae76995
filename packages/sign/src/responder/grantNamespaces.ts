import {
  type AccountId,
  type ChainId,
  chainsOf,
  checkNamespaces,
  InvalidArgumentError,
  InvalidNamespacesError,
  isNamespace,
  type Namespaces,
  namespaceOf,
  type ProposalNamespace,
  type ProposalNamespaces,
  parseOptionalNamespaces,
  parseProposalNamespaces,
  type Reason,
  reasons,
} from '@hawser/wire'
import { asObject, asStrings, field } from '@hawser/wire/internal'
import type { Proposal } from '../records/records.ts'

/** A wallet's abilities in one namespace. */
export type SupportedNamespace = {
  readonly chains: readonly ChainId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** The accounts, in the order in which the dapp sees them. A chain without an account is not granted. */
  readonly accounts: readonly AccountId[]
}

/**
 * Wallet: works out what to grant a proposal, for `approve` (CAIP-25): everything required, the supported part of the
 * optional, and nothing else. Namespaces keep the key of the proposal, with required and optional together.
 *
 * ```ts
 * const eip155 = { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'], accounts: [account] } as const
 * const namespaces = grantNamespaces({ proposal, supported: { eip155 } })
 * await wallet.approve({ proposalId: proposal.id, namespaces })
 * ```
 *
 * `supported` has namespaces such as `eip155` as its keys.
 * @throws InvalidNamespacesError - pass its `reason` to `reject`. Code 5100: a required chain is not supported, or no
 * requested chain is. Code 5103: the wallet has no account on a required chain. Codes 5101 and 5102: a required method or
 * event is not supported. The list `missing` names them.
 */
export function grantNamespaces(params: {
  readonly proposal: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>
  readonly supported: Readonly<Record<string, SupportedNamespace>>
}): Namespaces {
  checkParams(params)
  const required = parseProposalNamespaces(params.proposal.requiredNamespaces)
  const optional = parseOptionalNamespaces(params.proposal.optionalNamespaces)
  const supported = new Map(Object.entries(params.supported))
  refuse(reasons.unsupportedNamespaceKey, without([...supported.keys()], isNamespace))
  const support: Support = (key) => supported.get(namespaceOf(key)) ?? nothing
  checkRequired(required, support)

  const granted = unique([...Object.keys(required), ...Object.keys(optional)]).flatMap((key) => {
    const asked = [required[key], optional[key]].flatMap((entry) => entry ?? [])
    const entry = grantEntry(key, asked, support(key))
    return entry.chains.length === 0 ? [] : [[key, entry] as const]
  })
  if (granted.length > 0) return checkNamespaces(Object.fromEntries(granted))
  // If no part of the proposal is readable, parse it strictly, so that the error names the fault.
  if (Object.keys(optional).length === 0) parseProposalNamespaces(params.proposal.optionalNamespaces)
  const asked = Object.entries(optional).flatMap(([key, entry]) => chainsOf(key, entry))
  throw new InvalidNamespacesError(
    reasons.unsupportedChains,
    'The wallet supports none of the requested chains.',
    asked,
  )
}

/** Checks the params of callers without TypeScript. */
function checkParams(params: Parameters<typeof grantNamespaces>[0]): void {
  const given = asObject(params) ?? {}
  const supported = asObject(field(given, 'supported'))
  if (asObject(field(given, 'proposal')) === undefined) throw new InvalidArgumentError('`proposal` must be an object.')
  if (supported === undefined) throw new InvalidArgumentError('`supported` must be an object.')
  for (const [key, entry] of Object.entries(supported))
    for (const name of ['chains', 'methods', 'events', 'accounts'])
      if (asStrings(field(asObject(entry) ?? {}, name), 4096, 512) === undefined)
        throw new InvalidArgumentError(`\`${name}\` of \`supported.${key}\` must be a list of texts.`)
}

type Support = (key: string) => SupportedNamespace

const nothing: SupportedNamespace = { chains: [], methods: [], events: [], accounts: [] }

function checkRequired(required: ProposalNamespaces, support: Support): void {
  const entries = Object.entries(required)
  const chains = entries.flatMap(([key, entry]) => chainsOf(key, entry))
  const lacking = (right: 'methods' | 'events') =>
    entries.flatMap(([key, entry]) => without(entry[right], (name) => support(key)[right].includes(name)))
  refuse(
    reasons.unsupportedChains,
    without(chains, (chain) => support(chain).chains.includes(chain)),
  )
  refuse(
    reasons.unsupportedAccounts,
    without(chains, (chain) => support(chain).accounts.some((account) => isOn(account, chain))),
  )
  refuse(reasons.unsupportedMethods, lacking('methods'))
  refuse(reasons.unsupportedEvents, lacking('events'))
}

/** Returns the supported part of a key's request. */
function grantEntry(key: string, asked: readonly ProposalNamespace[], support: SupportedNamespace) {
  const chains = unique(asked.flatMap((entry) => chainsOf(key, entry))).filter(
    (chain) => support.chains.includes(chain) && support.accounts.some((account) => isOn(account, chain)),
  )
  const rights = (right: 'methods' | 'events') =>
    unique(asked.flatMap((entry) => entry[right])).filter((name) => support[right].includes(name))
  return {
    chains,
    accounts: support.accounts.filter((account) => chains.some((chain) => isOn(account, chain))),
    methods: rights('methods'),
    events: rights('events'),
  }
}

function refuse(reason: Reason, missing: readonly string[]): void {
  if (missing.length === 0) return
  throw new InvalidNamespacesError(
    reason,
    `The wallet does not support: ${unique(missing).join(', ')}.`,
    unique(missing),
  )
}

function isOn(account: AccountId, chain: ChainId): boolean {
  return account.startsWith(`${chain}:`)
}

function without<Item>(items: readonly Item[], isThere: (item: Item) => boolean): readonly Item[] {
  return items.filter((item) => !isThere(item))
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)]
}
