import { hasVia } from '../wallets/routes.ts'
import { fromConnected, fromProving, isOfProof } from './connected.ts'
import type { Effect, FlowEvent } from './event.ts'
import { fail, isAfterSession, silentPairing } from './failed.ts'
import { fromPaired, fromSilence, isOpen, isPairingEvent } from './paired.ts'
import type { FlowRules } from './rules.ts'
import { choiceOf, type FlowState, pairingOf } from './state.ts'
import { begin, cancel, end, endUnlessKept, type Next, prove, start, stopAsking, targetOf, toChoice } from './steps.ts'

type Failed = Extract<FlowState, { status: 'failed' }>

/**
 * Returns the next state of the flow, and the effects outside. The function is pure and total. An event that means nothing in
 * the state, or belongs to an older pairing, connection or challenge, returns the same state.
 */
export function transition(state: FlowState, event: FlowEvent, rules: FlowRules): Next {
  if (event.type === 'sessionSettled' && !isOpen(pairingOf(state) ?? silentPairing(state), event.pairingTopic)) {
    // The visitor closed or retried while the wallet approved, so nothing else would ever end that session.
    return [state, [{ type: 'endSession', topic: event.session.topic }]]
  }
  if (event.type === 'pairingCreated' && !takesPairing(state, event)) {
    return [state, [{ type: 'cancelPairing', pairingTopic: event.pairing.pairingTopic }]]
  }
  if (event.type === 'resumed') return resume(state, event)
  if (event.type === 'proofAccepted' && !(state.status === 'proving' && isOfProof(state, event))) {
    // The visitor closed the modal while the server checked the proof. The result still applies.
    return [state, [{ type: 'tellOutcome', outcome: event.outcome }]]
  }
  if (event.type === 'handoffLinked') return linkElsewhere(state, event)
  switch (state.status) {
    case 'closed':
      return event.type === 'opened' ? begin(undefined, undefined, [{ type: 'fetchListings' }]) : [state, []]
    case 'choosing':
    case 'connecting':
      return fromPaired(state, event, rules)
    case 'connected':
      return fromConnected(state, event, rules)
    case 'proving':
      return fromProving(state, event, rules)
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
function linkElsewhere(state: FlowState, { wallet }: Extract<FlowEvent, { type: 'handoffLinked' }>): Next {
  const tell: Effect = { type: 'tellOutcome', outcome: { kind: 'link', wallet } }
  if (state.status === 'closed' || 'connection' in state || (state.status === 'failed' && isAfterSession(state)))
    return [state, [tell]]
  const next: FlowState = { status: 'linked', wallet, connection: undefined, choice: undefined }
  const asked = state.status === 'connecting' ? choiceOf(state) : undefined
  return [next, [...cancel(pairingOf(state) ?? silentPairing(state)), ...stopAsking(asked), tell]]
}

/** Asks the linked wallet for its account of another network, as if the visitor had chosen the wallet for that network. */
function linkAlso(
  state: Extract<FlowState, { status: 'linked' }>,
  { namespace }: Extract<FlowEvent, { type: 'walletChosen' }>,
  rules: FlowRules,
): Next {
  const { choice, wallet } = state
  if (choice?.via !== 'extension' || !namespace) return [state, []]
  const linkedAs = [...(choice.linkedAs ?? []), wallet.accountId]
  const next: FlowState = { status: 'connecting', pairing: undefined, ...choice, namespace, linkedAs }
  return [next, start(undefined, next, rules)]
}

/**
 * Continues a pairing from before a page reload. If another code is already on screen, the pairing counts as its predecessor,
 * whose wallet can still answer.
 */
function resume(state: FlowState, { pairing, choice }: Extract<FlowEvent, { type: 'resumed' }>): Next {
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

function fromFailed(state: Failed, event: FlowEvent, rules: FlowRules): Next {
  const pairing = silentPairing(state)
  if (pairing === undefined) return leaveFailed(state, event, rules)
  if (isPairingEvent(event)) return fromSilence(state, pairing, event, rules)
  const [next, effects] = leaveFailed(state, event, rules)
  return [next, next === state ? effects : [...cancel(pairing), ...effects]]
}

function leaveFailed(state: Failed, event: FlowEvent, rules: FlowRules): Next {
  const { choice, retry } = state
  const connection = retry.step === 'proof' ? retry.connection : undefined
  switch (event.type) {
    case 'closed':
      return [{ status: 'closed' }, connection === undefined ? [] : endUnlessKept(connection, rules)]
    case 'sessionEnded':
      // The kept proof is sent without the session.
      if (retry.step === 'proof' && retry.keepsProof) return [state, []]
      return event.topic === connection?.id ? [fail(event.error, choice), []] : [state, []]
    case 'wentBack':
      return choice === undefined && !isAfterSession(state) ? [state, []] : begin(undefined, undefined, end(connection))
    case 'retried':
      if (retry.step === 'wallet') return begin(undefined, undefined, [])
      return retry.step === 'proof'
        ? prove(retry.connection, retry.accountId, retry.attempt + 1, choice, retry.keepsProof, retry.expiresAt)
        : begin(choice, targetOf(choice, rules.prefersUniversal), [])
    default:
      return retry.step === 'proof' ? [state, []] : restart(state, event, rules)
  }
}

/** A failed pairing leaves the wallets on screen. Choosing a wallet is a retry with that wallet. */
function restart(state: Failed, event: FlowEvent, rules: FlowRules): Next {
  const { choice } = state
  const { prefersUniversal } = rules
  // Only the choice of an extension, or Retry, asks an extension.
  const kept = choice?.via === 'extension' ? undefined : choice
  if (event.type === 'walletChosen') {
    const chosen = toChoice(event, rules)
    if (chosen === undefined) return [state, []]
    return begin(chosen, targetOf(chosen, prefersUniversal), [])
  }
  if (event.type === 'anyWalletChosen') return begin(kept, 'any', [])
  // The visitor did not tap, so no link opens.
  if (event.type === 'renewed') return begin(kept, undefined, [])
  if (choice === undefined) return [state, []]
  if (event.type === 'linkOpened') {
    return begin(choice, targetOf(choice, event.preferUniversal ?? prefersUniversal), [])
  }
  if (event.type !== 'platformChosen' || !hasVia(choice.listing, event.via, rules.installed)) return [state, []]
  const chosen = { ...choice, via: event.via }
  return begin(chosen, targetOf(chosen, prefersUniversal), [])
}

/** Whether the flow waits for a pairing, or the new pairing replaces the one on screen. */
function takesPairing(state: FlowState, { pairing }: Extract<FlowEvent, { type: 'pairingCreated' }>): boolean {
  if (state.status !== 'choosing' && state.status !== 'connecting') return false
  return state.pairing === undefined || pairing.replaces !== undefined
}
