import { type Choice, hasVia } from '../wallets/routes.ts'
import type { FlowEvent, MachineEvent } from './event.ts'
import { toFailedState, unconfirmedPairingOf } from './failed.ts'
import type { FlowRules } from './rules.ts'
import { choiceOf, connectionOf, type FlowFailure, type FlowState, type Pairing } from './state.ts'
import {
  beginPairing,
  cancelPairings,
  completeConnection,
  contactChosenWallet,
  openLink,
  stopExtension,
  type TransitionResult,
  targetOf,
  toChoice,
} from './steps.ts'

type Paired = Extract<FlowState, { status: 'choosing' | 'connecting' }>
type Failed = Extract<FlowState, { status: 'failed' }>
type PairingEvent = Extract<
  MachineEvent,
  {
    type:
      | 'pairingCreated'
      | 'pairingNotCreated'
      | 'relayAnswered'
      | 'pairingFailed'
      | 'pairingExpired'
      | 'sessionSettled'
  }
>

/** Transitions while the visitor chooses a wallet, and while the flow waits for its answer. */
export function transitionWhilePaired(state: Paired, event: FlowEvent, rules: FlowRules): TransitionResult {
  if (isPairingEvent(event)) return fromPairing(state, event, rules)
  const { pairing } = state
  const choice = choiceOf(state)
  switch (event.type) {
    case 'closed':
      return [{ status: 'closed' }, [...cancelPairings(pairing), ...stopExtension(choice)]]
    case 'walletChosen': {
      const chosen = toChoice(event, rules)
      return chosen === undefined ? [state, []] : choose(state, chosen, rules)
    }
    case 'anyWalletChosen':
      return [state, openLink(pairing, 'any')]
    case 'platformChosen':
      if (choice === undefined || !hasVia(choice.listing, event.via, rules.installed)) return [state, []]
      return choose(state, { ...choice, via: event.via }, rules)
    case 'linkOpened':
      return [state, openLink(pairing, targetOf(choice, event.preferUniversal ?? rules.prefersUniversal))]
    case 'retried':
      return [
        state,
        choice === undefined ? [] : [...stopExtension(choice), ...contactChosenWallet(pairing, choice, rules)],
      ]
    case 'renewed':
      // The code stays on screen until the new one exists.
      return [state, pairing === undefined ? [] : [{ type: 'createPairing', opens: undefined, replaces: 'expired' }]]
    case 'wentBack':
      if (choice === undefined) return [state, []]
      return hasLostPairing(state)
        ? beginPairing(undefined, undefined, stopExtension(choice))
        : [{ status: 'choosing', pairing }, stopExtension(choice)]
    case 'extensionConnected':
      if (!isAsked(choice, event.connection.rdns)) return [state, []]
      return after(
        cancelPairings(pairing),
        completeConnection(event.connection, event.accountId, choice, rules, event.proof),
      )
    case 'signInNeeded':
      return [toFailedState(event.error, choice), [...cancelPairings(pairing), ...stopExtension(choice)]]
    case 'extensionFailed':
      return isAsked(choice, event.rdns) ? [toFailedState(event.error, choice), cancelPairings(pairing)] : [state, []]
    default:
      return [state, []]
  }
}

function choose(state: Paired, choice: Choice, rules: FlowRules): TransitionResult {
  const left = stopExtension(choiceOf(state))
  if (hasLostPairing(state)) return beginPairing(choice, targetOf(choice, rules.prefersUniversal), left)
  const { pairing } = state
  return [{ status: 'connecting', pairing, ...choice }, [...left, ...contactChosenWallet(pairing, choice, rules)]]
}

function fromPairing(state: Paired, event: PairingEvent, rules: FlowRules): TransitionResult {
  const { pairing } = state
  const choice = choiceOf(state)
  if (event.type === 'pairingCreated') {
    const created = { ...event.pairing, earlier: pairing?.pairingTopic }
    const outdated =
      pairing?.earlier === undefined
        ? []
        : cancelPairings({ ...pairing, pairingTopic: pairing.earlier, earlier: undefined })
    return [{ ...state, pairing: created }, [...outdated, ...openLink(created, event.opens)]]
  }
  if (event.type === 'pairingNotCreated') {
    // A code on screen stays until its own expiry. An extension needs no code.
    return pairing !== undefined || choice?.via === 'extension' ? [state, []] : [toFailedState(event.error, choice), []]
  }
  if (pairing === undefined || !hasPairingTopic(pairing, event.pairingTopic)) return [state, []]
  if (event.type === 'sessionSettled') {
    const effects = [...cancelPairings(pairing), ...stopExtension(choice)].filter(
      (effect) => !('pairingTopic' in effect && effect.pairingTopic === event.pairingTopic),
    )
    return after(effects, completeConnection(connectionOf(event.session), event.accountId, choice, rules, event.proof))
  }
  const isEarlier = event.pairingTopic === pairing.earlier
  if (event.type !== 'relayAnswered')
    return isEarlier && event.error.code !== 'chain_not_granted'
      ? fromEarlier(state, pairing, event)
      : fromLost(state, pairing, event, rules)
  if (isEarlier || pairing.relay === event.relay) return [state, []]
  return [{ ...state, pairing: { ...pairing, relay: event.relay } }, []]
}

/** Handles the end of the pairing on screen. */
function fromLost(
  state: Paired,
  pairing: Pairing,
  { type, error }: Extract<PairingEvent, { type: 'pairingFailed' | 'pairingExpired' }>,
  rules: FlowRules,
): TransitionResult {
  const choice = choiceOf(state)
  const replaces = type === 'pairingExpired' ? 'expired' : error.kind === 'declined' ? 'declined' : undefined
  // The opened link no longer works, and only the visitor can open another.
  const isOpened = targetOf(choice, false) !== undefined
  if (replaces !== undefined && rules.renewsCode && !isOpened) {
    return [
      { ...state, pairing: undefined },
      [...cancelPairings(pairing), { type: 'createPairing', opens: undefined, replaces }],
    ]
  }
  // The extension needs no pairing. The Back button makes a new pairing.
  if (choice?.via === 'extension') return [{ ...state, pairing: undefined }, cancelPairings(pairing)]
  // The relay gets the proposal once it is back, and the wallet might already have the link.
  if (isSilence(error)) return [toFailedState(error, choice, { ...pairing, relay: 'slow' }), []]
  return [toFailedState(error, choice), cancelPairings(pairing)]
}

/** Whether the relay is silent: it neither confirms the proposal nor gives a reason for a refusal. */
function isSilence({ code }: FlowFailure): boolean {
  return code === 'relay_silent' || code === 'relay_unreachable'
}

/**
 * Transitions for a pairing that the relay has not confirmed. If the relay has the proposal after all, the flow returns to its
 * earlier state.
 */
export function transitionWhileUnconfirmed(
  state: Failed,
  pairing: Pairing,
  event: PairingEvent,
  rules: FlowRules,
): TransitionResult {
  const { choice, error } = state
  const topic = 'pairingTopic' in event ? event.pairingTopic : undefined
  if (topic === pairing.earlier && event.type !== 'sessionSettled') return [state, []]
  if (topic === pairing.pairingTopic && event.type === 'pairingExpired')
    return [toFailedState(error, choice), cancelPairings(pairing)]
  const before: Paired =
    choice === undefined ? { status: 'choosing', pairing } : { status: 'connecting', pairing, ...choice }
  const [next, effects] = fromPairing(before, event, rules)
  return next === before || unconfirmedPairingOf(next) !== undefined ? [state, []] : [next, effects]
}

/** Forgets the previous code, which was declined or has expired. The code on screen shows the decline. */
function fromEarlier(
  state: Paired,
  pairing: Pairing,
  event: Extract<PairingEvent, { type: 'pairingFailed' | 'pairingExpired' }>,
): TransitionResult {
  const { pairingTopic } = event
  const isDeclined = event.type === 'pairingFailed' && event.error.kind === 'declined'
  const replaces = isDeclined ? 'declined' : pairing.replaces
  return [
    { ...state, pairing: { ...pairing, earlier: undefined, replaces } },
    [{ type: 'cancelPairing', pairingTopic }],
  ]
}

/** Whether a topic belongs to the open pairing or to the previous one, which a wallet might have scanned. */
export function hasPairingTopic(pairing: Pairing | undefined, topic: string): boolean {
  return pairing !== undefined && (pairing.pairingTopic === topic || pairing.earlier === topic)
}

/** Whether an extension was chosen and the pairing behind it has ended. The extension works without a pairing. */
function hasLostPairing(state: Paired): boolean {
  return state.pairing === undefined && choiceOf(state)?.via === 'extension'
}

function isAsked(choice: Choice | undefined, rdns: string): boolean {
  return choice?.via === 'extension' && choice.listing.rdns === rdns
}

function after(effects: TransitionResult[1], [state, more]: TransitionResult): TransitionResult {
  return [state, [...effects, ...more]]
}

export function isPairingEvent(event: FlowEvent): event is PairingEvent {
  return 'pairingTopic' in event || event.type === 'pairingCreated' || event.type === 'pairingNotCreated'
}
