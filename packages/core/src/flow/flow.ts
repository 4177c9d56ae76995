import { hasVia } from '../wallets/routes.ts'
import { isCurrentAttempt, transitionWhileConnected, transitionWhileProving } from './connected.ts'
import type { Effect, FlowEvent } from './event.ts'
import { isWalletFailure, toFailedState, unconfirmedPairingOf } from './failed.ts'
import { hasPairingTopic, isPairingEvent, transitionWhilePaired, transitionWhileUnconfirmed } from './paired.ts'
import type { FlowRules } from './rules.ts'
import { choiceOf, type FlowState, pairingOf } from './state.ts'
import {
  beginPairing,
  beginProof,
  cancelPairings,
  contactChosenWallet,
  endSession,
  endSessionUnlessKept,
  stopExtension,
  type TransitionResult,
  targetOf,
  toChoice,
} from './steps.ts'

type Failed = Extract<FlowState, { status: 'failed' }>

/**
 * Returns the next state of the flow, and the effects outside. The function is pure and total. An event that means nothing in
 * the state, or belongs to an older pairing, connection or challenge, returns the same state.
 */
export function transition(state: FlowState, event: FlowEvent, rules: FlowRules): TransitionResult {
  if (
    event.type === 'sessionSettled' &&
    !hasPairingTopic(pairingOf(state) ?? unconfirmedPairingOf(state), event.pairingTopic)
  ) {
    // The visitor closed or retried while the wallet approved, so nothing else would ever end that session.
    return [state, [{ type: 'endSession', topic: event.session.topic }]]
  }
  if (event.type === 'pairingCreated' && !takesPairing(state, event)) {
    return [state, [{ type: 'cancelPairing', pairingTopic: event.pairing.pairingTopic }]]
  }
  if (event.type === 'resumed') return resume(state, event)
  if (event.type === 'proofAccepted' && !(state.status === 'proving' && isCurrentAttempt(state, event))) {
    // The visitor closed the modal while the server checked the proof. The result still applies.
    return [state, [{ type: 'tellOutcome', outcome: event.outcome }]]
  }
  if (event.type === 'handoffLinked') return linkElsewhere(state, event)
  switch (state.status) {
    case 'closed':
      return event.type === 'opened' ? beginPairing(undefined, undefined, [{ type: 'fetchListings' }]) : [state, []]
    case 'choosing':
    case 'connecting':
      return transitionWhilePaired(state, event, rules)
    case 'connected':
      return transitionWhileConnected(state, event, rules)
    case 'proving':
      return transitionWhileProving(state, event, rules)
    case 'linked':
    case 'done':
      if (event.type === 'walletChosen' && state.status === 'linked') return linkAlso(state, event, rules)
      return event.type === 'closed' ? [{ status: 'closed' }, []] : [state, []]
    case 'failed':
      return fromFailed(state, event, rules)
  }
}

/**
 * Links a wallet that signed on another page. If this page has connected another wallet meanwhile, the flow continues with that
 * wallet.
 */
function linkElsewhere(state: FlowState, { wallet }: Extract<FlowEvent, { type: 'handoffLinked' }>): TransitionResult {
  const tell: Effect = { type: 'tellOutcome', outcome: { kind: 'link', wallet } }
  if (state.status === 'closed' || 'connection' in state || (state.status === 'failed' && isWalletFailure(state)))
    return [state, [tell]]
  const next: FlowState = { status: 'linked', wallet, connection: undefined, choice: undefined }
  const asked = state.status === 'connecting' ? choiceOf(state) : undefined
  return [next, [...cancelPairings(pairingOf(state) ?? unconfirmedPairingOf(state)), ...stopExtension(asked), tell]]
}

/** Asks the linked wallet for its account of another network, as if the visitor had chosen the wallet for that network. */
function linkAlso(
  state: Extract<FlowState, { status: 'linked' }>,
  { namespace }: Extract<FlowEvent, { type: 'walletChosen' }>,
  rules: FlowRules,
): TransitionResult {
  const { choice, wallet } = state
  if (choice?.via !== 'extension' || !namespace) return [state, []]
  const linkedAs = [...(choice.linkedAs ?? []), wallet.accountId]
  const next: FlowState = { status: 'connecting', pairing: undefined, ...choice, namespace, linkedAs }
  return [next, contactChosenWallet(undefined, next, rules)]
}

/**
 * Continues a pairing from before a page reload. If another code is already on screen, the pairing counts as its predecessor,
 * whose wallet can still answer.
 */
function resume(state: FlowState, { pairing, choice }: Extract<FlowEvent, { type: 'resumed' }>): TransitionResult {
  if (state.status === 'closed') {
    const next: FlowState =
      choice === undefined ? { status: 'choosing', pairing } : { status: 'connecting', pairing, ...choice }
    return [next, [{ type: 'fetchListings' }]]
  }
  if (state.status === 'choosing' || state.status === 'connecting') {
    const { pairing: shown } = state
    if (shown === undefined) return [{ ...state, pairing }, []]
    if (shown.earlier === undefined) return [{ ...state, pairing: { ...shown, earlier: pairing.pairingTopic } }, []]
  }
  return [state, [{ type: 'cancelPairing', pairingTopic: pairing.pairingTopic }]]
}

function fromFailed(state: Failed, event: FlowEvent, rules: FlowRules): TransitionResult {
  const pairing = unconfirmedPairingOf(state)
  if (pairing === undefined) return leaveFailed(state, event, rules)
  if (isPairingEvent(event)) return transitionWhileUnconfirmed(state, pairing, event, rules)
  const [next, effects] = leaveFailed(state, event, rules)
  return [next, next === state ? effects : [...cancelPairings(pairing), ...effects]]
}

function leaveFailed(state: Failed, event: FlowEvent, rules: FlowRules): TransitionResult {
  const { choice, retry } = state
  const connection = retry.step === 'proof' ? retry.connection : undefined
  switch (event.type) {
    case 'closed':
      return [{ status: 'closed' }, connection === undefined ? [] : endSessionUnlessKept(connection, rules)]
    case 'sessionEnded':
      // The kept proof is sent without the session.
      if (retry.step === 'proof' && retry.keepsProof) return [state, []]
      return event.topic === connection?.id ? [toFailedState(event.error, choice), []] : [state, []]
    case 'wentBack':
      return choice === undefined && !isWalletFailure(state)
        ? [state, []]
        : beginPairing(undefined, undefined, endSession(connection))
    case 'retried':
      if (retry.step === 'wallet') return beginPairing(undefined, undefined, [])
      return retry.step === 'proof'
        ? beginProof(retry.connection, retry.accountId, retry.attempt + 1, choice, retry.keepsProof, retry.expiresAt)
        : beginPairing(choice, targetOf(choice, rules.prefersUniversal), [])
    default:
      return retry.step === 'proof' ? [state, []] : restart(state, event, rules)
  }
}

/** A failed pairing leaves the wallets on screen. Choosing a wallet is a retry with that wallet. */
function restart(state: Failed, event: FlowEvent, rules: FlowRules): TransitionResult {
  const { choice } = state
  const { prefersUniversal } = rules
  // Only the choice of an extension, or Retry, asks an extension.
  const kept = choice?.via === 'extension' ? undefined : choice
  if (event.type === 'walletChosen') {
    const chosen = toChoice(event, rules)
    if (chosen === undefined) return [state, []]
    return beginPairing(chosen, targetOf(chosen, prefersUniversal), [])
  }
  if (event.type === 'anyWalletChosen') return beginPairing(kept, 'any', [])
  // The visitor did not tap, so no link opens.
  if (event.type === 'renewed') return beginPairing(kept, undefined, [])
  if (choice === undefined) return [state, []]
  if (event.type === 'linkOpened') {
    return beginPairing(choice, targetOf(choice, event.preferUniversal ?? prefersUniversal), [])
  }
  if (event.type !== 'platformChosen' || !hasVia(choice.listing, event.via, rules.installed)) return [state, []]
  const chosen = { ...choice, via: event.via }
  return beginPairing(chosen, targetOf(chosen, prefersUniversal), [])
}

/** Whether the flow waits for a pairing, or the new pairing replaces the one on screen. */
function takesPairing(state: FlowState, { pairing }: Extract<FlowEvent, { type: 'pairingCreated' }>): boolean {
  if (state.status !== 'choosing' && state.status !== 'connecting') return false
  return state.pairing === undefined || pairing.replaces !== undefined
}
