import type { AccountId } from '@hawser/wire'
import { type Choice, networksOf, viaForListing } from '../wallets/routes.ts'
import type { Effect, FlowEvent, OpenTarget, WalletTarget } from './event.ts'
import type { ApprovalProof } from './purpose.ts'
import type { FlowRules } from './rules.ts'
import type { Connection, FlowState, Pairing } from './state.ts'

/** The result of a transition: the next state, and the effects outside. */
export type TransitionResult = readonly [FlowState, readonly Effect[]]

/** Begins a new pairing with the chosen wallet. An extension needs no pairing, so it is asked at once. */
export function beginPairing(
  choice: Choice | undefined,
  opens: OpenTarget | undefined,
  effects: readonly Effect[],
): TransitionResult {
  const state: FlowState =
    choice === undefined
      ? { status: 'choosing', pairing: undefined }
      : { status: 'connecting', pairing: undefined, ...choice }
  return [state, [...effects, { type: 'createPairing', opens, replaces: undefined }, ...ask(choice)]]
}

/** Continues from a connected wallet to a proof, or ends at `connected`. */
export function completeConnection(
  connection: Connection,
  accountId: AccountId,
  choice: Choice | undefined,
  rules: FlowRules,
  proof?: ApprovalProof,
): TransitionResult {
  const remember: readonly Effect[] =
    choice === undefined ? [] : [{ type: 'rememberWallet', listingId: choice.listing.id }]
  if (!rules.linksWallets) return [{ status: 'connected', connection, choice }, remember]
  const [state, effects] =
    proof === undefined ? beginProof(connection, accountId, 1, choice) : check(connection, accountId, choice, proof)
  return [state, [...remember, ...effects]]
}

export function beginProof(
  connection: Connection,
  accountId: AccountId,
  attempt: number,
  choice: Choice | undefined,
  keepsProof = false,
  expiresAt?: number,
): TransitionResult {
  const step = keepsProof ? 'checking' : 'challenge'
  const state: FlowState = { status: 'proving', step, connection, accountId, attempt, choice, expiresAt }
  return [state, [{ type: 'requestChallenge', connection, accountId, attempt }]]
}

/** Checks a text that the wallet signed with its approval: attempt 0, before any challenge of this connection. */
function check(
  connection: Connection,
  accountId: AccountId,
  choice: Choice | undefined,
  proof: ApprovalProof,
): TransitionResult {
  const state: FlowState = { status: 'proving', step: 'checking', connection, accountId, attempt: 0, choice }
  return [state, [{ type: 'sendApproval', connectionId: connection.id, attempt: 0, proof }]]
}

/** Returns the effects for a chosen wallet on an existing pairing. */
export function contactChosenWallet(pairing: Pairing | undefined, choice: Choice, rules: FlowRules): readonly Effect[] {
  return [...openLink(pairing, targetOf(choice, rules.prefersUniversal)), ...ask(choice)]
}

export function openLink(pairing: Pairing | undefined, target: OpenTarget | undefined): readonly Effect[] {
  if (pairing === undefined || target === undefined) return []
  return [{ type: 'openLink', target, pairingUri: pairing.pairingUri }]
}

/** Returns the link to open on this device. A phone that scans and an extension have no link. */
export function targetOf(choice: Choice | undefined, preferUniversal: boolean): WalletTarget | undefined {
  if (choice === undefined || choice.via === 'qrcode' || choice.via === 'extension') return undefined
  return { ...choice, preferUniversal }
}

function ask(choice: Choice | undefined): readonly Effect[] {
  const rdns = choice?.via === 'extension' ? choice.listing.rdns : undefined
  if (rdns === undefined) return []
  return [{ type: 'connectExtension', rdns, namespace: choice?.namespace }]
}

/** Returns the visitor's choice, or undefined if the wallet can only be installed or needs a choice of network. */
export function toChoice(
  { listing, namespace }: Extract<FlowEvent, { type: 'walletChosen' }>,
  { platform, installed, networks }: FlowRules,
): Choice | undefined {
  const via = viaForListing(listing, platform, installed)
  const isOpen = via === 'extension' && !namespace && networksOf(listing, networks)
  return via === undefined || isOpen ? undefined : { listing, via, namespace }
}

/** Returns the effect that discards the extension's answer. */
export function stopExtension(choice: Choice | undefined): readonly Effect[] {
  return choice?.via === 'extension' ? [{ type: 'stopExtension' }] : []
}

/** Gives up a pairing and the pairing that it replaced. */
export function cancelPairings(pairing: Pairing | undefined): readonly Effect[] {
  const topics = pairing === undefined ? [] : [pairing.pairingTopic, pairing.earlier]
  return topics.flatMap((pairingTopic) => (pairingTopic === undefined ? [] : [{ type: 'cancelPairing', pairingTopic }]))
}

/** Ends the session of a connection. An extension has no session to end. */
export function endSession(connection: Connection | undefined): readonly Effect[] {
  return connection?.kind === 'session' ? [{ type: 'endSession', topic: connection.id }] : []
}

export function endSessionUnlessKept(connection: Connection, rules: FlowRules): readonly Effect[] {
  return rules.keepsSession ? [] : endSession(connection)
}
