import { type Choice, hasVia } from '../wallets/routes.ts'
import type { FlowEvent, MachineEvent } from './event.ts'
import { fail, silentPairing } from './failed.ts'
import type { FlowRules } from './rules.ts'
import { choiceOf, connectionOf, type FlowFailure, type FlowState, type Pairing } from './state.ts'
import { begin, cancel, type Next, open, settle, start, stopAsking, targetOf, toChoice } from './steps.ts'

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
export function fromPaired(state: Paired, event: FlowEvent, rules: FlowRules): Next {
  if (isPairingEvent(event)) return fromPairing(state, event, rules)
  const { pairing } = state
  const choice = choiceOf(state)
  switch (event.type) {
    case 'closed':
      return [{ status: 'closed' }, [...cancel(pairing), ...stopAsking(choice)]]
    case 'walletChosen': {
      const chosen = toChoice(event, rules)
      return chosen === undefined ? [state, []] : choose(state, chosen, rules)
    }
    case 'anyWalletChosen':
      return [state, open(pairing, 'any')]
    case 'platformChosen':
      if (choice === undefined || !hasVia(choice.listing, event.via, rules.installed)) return [state, []]
      return choose(state, { ...choice, via: event.via }, rules)
    case 'linkOpened':
      return [state, open(pairing, targetOf(choice, event.preferUniversal ?? rules.prefersUniversal))]
    case 'retried':
      return [state, choice === undefined ? [] : [...stopAsking(choice), ...start(pairing, choice, rules)]]
    case 'renewed':
      // The code stays on screen until the new one exists.
      return [state, pairing === undefined ? [] : [{ type: 'createPairing', opens: undefined, replaces: 'expired' }]]
    case 'wentBack':
      if (choice === undefined) return [state, []]
      return hasLostPairing(state)
        ? begin(undefined, undefined, stopAsking(choice))
        : [{ status: 'choosing', pairing }, stopAsking(choice)]
    case 'extensionConnected':
      if (!isAsked(choice, event.connection.rdns)) return [state, []]
      return after(cancel(pairing), settle(event.connection, event.accountId, choice, rules, event.proof))
    case 'signInNeeded':
      return [fail(event.error, choice), [...cancel(pairing), ...stopAsking(choice)]]
    case 'extensionFailed':
      return isAsked(choice, event.rdns) ? [fail(event.error, choice), cancel(pairing)] : [state, []]
    default:
      return [state, []]
  }
}

function choose(state: Paired, choice: Choice, rules: FlowRules): Next {
  const left = stopAsking(choiceOf(state))
  if (hasLostPairing(state)) return begin(choice, targetOf(choice, rules.prefersUniversal), left)
  const { pairing } = state
  return [{ status: 'connecting', pairing, ...choice }, [...left, ...start(pairing, choice, rules)]]
}

function fromPairing(state: Paired, event: PairingEvent, rules: FlowRules): Next {
  const { pairing } = state
  const choice = choiceOf(state)
  if (event.type === 'pairingCreated') {
    const created = { ...event.pairing, earlier: pairing?.pairingTopic }
    const outdated =
      pairing?.earlier === undefined ? [] : cancel({ ...pairing, pairingTopic: pairing.earlier, earlier: undefined })
    return [{ ...state, pairing: created }, [...outdated, ...open(created, event.opens)]]
  }
  if (event.type === 'pairingNotCreated') {
    // A code on screen stays until its own expiry. An extension needs no code.
    return pairing !== undefined || choice?.via === 'extension' ? [state, []] : [fail(event.error, choice), []]
  }
  if (pairing === undefined || !isOpen(pairing, event.pairingTopic)) return [state, []]
  if (event.type === 'sessionSettled') {
    const effects = [...cancel(pairing), ...stopAsking(choice)].filter(
      (effect) => !('pairingTopic' in effect && effect.pairingTopic === event.pairingTopic),
    )
    return after(effects, settle(connectionOf(event.session), event.accountId, choice, rules, event.proof))
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
): Next {
  const choice = choiceOf(state)
  const replaces = type === 'pairingExpired' ? 'expired' : error.kind === 'declined' ? 'declined' : undefined
  // The opened link no longer works, and only the visitor can open another.
  const isOpened = targetOf(choice, false) !== undefined
  if (replaces !== undefined && rules.renewsCode && !isOpened) {
    return [
      { ...state, pairing: undefined },
      [...cancel(pairing), { type: 'createPairing', opens: undefined, replaces }],
    ]
  }
  // The extension needs no pairing. The Back button makes a new pairing.
  if (choice?.via === 'extension') return [{ ...state, pairing: undefined }, cancel(pairing)]
  // The relay gets the proposal once it is back, and the wallet might already have the link.
  if (isSilence(error)) return [fail(error, choice, { ...pairing, relay: 'slow' }), []]
  return [fail(error, choice), cancel(pairing)]
}

/** Whether the relay is silent: it neither confirms the proposal nor gives a reason for a refusal. */
function isSilence({ code }: FlowFailure): boolean {
  return code === 'relay_silent' || code === 'relay_unreachable'
}

/**
 * Transitions for a pairing that the relay has not confirmed. If the relay has the proposal after all, the flow returns to its
 * earlier state.
 */
export function fromSilence(state: Failed, pairing: Pairing, event: PairingEvent, rules: FlowRules): Next {
  const { choice, error } = state
  const topic = 'pairingTopic' in event ? event.pairingTopic : undefined
  if (topic === pairing.earlier && event.type !== 'sessionSettled') return [state, []]
  if (topic === pairing.pairingTopic && event.type === 'pairingExpired') return [fail(error, choice), cancel(pairing)]
  const before: Paired =
    choice === undefined ? { status: 'choosing', pairing } : { status: 'connecting', pairing, ...choice }
  const [next, effects] = fromPairing(before, event, rules)
  return next === before || silentPairing(next) !== undefined ? [state, []] : [next, effects]
}

/** Forgets the previous code, which was declined or has expired. The code on screen shows the decline. */
function fromEarlier(
  state: Paired,
  pairing: Pairing,
  event: Extract<PairingEvent, { type: 'pairingFailed' | 'pairingExpired' }>,
): Next {
  const { pairingTopic } = event
  const isDeclined = event.type === 'pairingFailed' && event.error.kind === 'declined'
  const replaces = isDeclined ? 'declined' : pairing.replaces
  return [
    { ...state, pairing: { ...pairing, earlier: undefined, replaces } },
    [{ type: 'cancelPairing', pairingTopic }],
  ]
}

/** Whether a topic belongs to the open pairing or to the previous one, which a wallet might have scanned. */
export function isOpen(pairing: Pairing | undefined, topic: string): boolean {
  return pairing !== undefined && (pairing.pairingTopic === topic || pairing.earlier === topic)
}

/** Whether an extension was chosen and the pairing behind it has ended. The extension works without a pairing. */
function hasLostPairing(state: Paired): boolean {
  return state.pairing === undefined && choiceOf(state)?.via === 'extension'
}

function isAsked(choice: Choice | undefined, rdns: string): boolean {
  return choice?.via === 'extension' && choice.listing.rdns === rdns
}

function after(effects: Next[1], [state, more]: Next): Next {
  return [state, [...effects, ...more]]
}

export function isPairingEvent(event: FlowEvent): event is PairingEvent {
  return 'pairingTopic' in event || event.type === 'pairingCreated' || event.type === 'pairingNotCreated'
}
